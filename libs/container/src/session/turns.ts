/** Turns to capture for renders in a container, handed out by whoever asked for these renders. */
import type { CaptureTurn, RenderRequest } from '@framefarm/render';
import type { MessageConnection } from 'vscode-jsonrpc/node';
import { CAPTURED, LANE, LANE_BACK, TURN, TURN_END } from './protocol.js';

interface TakenTurn {
  readonly turn: CaptureTurn;
  /** What gives each lane back, by its number. */
  readonly lanes: Map<number, () => void>;
  readonly over: AbortController;
}

export interface Turns {
  /** The render has ended, however: it gives back what it still has. */
  end(render: number): void;
}

export function handOutTurns(
  connection: MessageConnection,
  requestOf: (render: number) => RenderRequest | undefined,
): Turns {
  const taken = new Map<number, TakenTurn>();
  const end = (render: number): void => {
    const one = taken.get(render);
    if (one === undefined) return;
    taken.delete(render);
    one.over.abort();
    for (const giveBack of one.lanes.values()) giveBack();
    one.turn.end();
  };
  connection.onRequest(TURN, async ({ render, wish }) => {
    const request = requestOf(render);
    if (request?.turn === undefined) return null;
    const over = new AbortController();
    const signal = request.signal === undefined ? over.signal : AbortSignal.any([request.signal, over.signal]);
    const turn = await request.turn(wish, signal);
    // The container may have gone while the turn was waited for.
    if (requestOf(render) === undefined) turn.end();
    else taken.set(render, { turn, lanes: new Map(), over });
    return null;
  });
  connection.onRequest(LANE, async ({ render, lane }) => {
    const one = taken.get(render);
    if (one === undefined) return null;
    const giveBack = await one.turn.lane(one.over.signal);
    if (taken.get(render) === one) one.lanes.set(lane, giveBack);
    else giveBack();
    return null;
  });
  connection.onNotification(LANE_BACK, ({ render, lane }) => {
    const one = taken.get(render);
    one?.lanes.get(lane)?.();
    one?.lanes.delete(lane);
  });
  connection.onRequest(CAPTURED, async ({ render }) => {
    await taken.get(render)?.turn.captured();
    return null;
  });
  connection.onNotification(TURN_END, ({ render }) => end(render));
  return { end };
}
