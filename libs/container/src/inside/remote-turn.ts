/** A render's turn to capture, taken from whoever shares out the lanes outside of the container. */

import { untilAborted } from '@framefarm/process';
import type { CaptureTurn, RenderRequest } from '@framefarm/render';
import type { MessageConnection } from 'vscode-jsonrpc/node';
import { CAPTURED, LANE, LANE_BACK, TURN, TURN_END } from '../session/protocol.js';

export function remoteTurn(connection: MessageConnection, render: number): NonNullable<RenderRequest['turn']> {
  return async (wish, signal): Promise<CaptureTurn> => {
    await untilAborted(connection.sendRequest(TURN, { render, wish }), signal);
    let lanes = 0;
    return {
      lane: async (laneSignal) => {
        lanes += 1;
        const lane = lanes;
        const back = (): void => void connection.sendNotification(LANE_BACK, { render, lane });
        const granted = connection.sendRequest(LANE, { render, lane });
        try {
          await untilAborted(granted, laneSignal);
        } catch (error) {
          // Granted too late: nobody will use it.
          granted.then(back, () => {});
          throw error;
        }
        return back;
      },
      captured: async () => {
        await untilAborted(connection.sendRequest(CAPTURED, { render }), signal);
      },
      end: () => void connection.sendNotification(TURN_END, { render }),
    };
  };
}
