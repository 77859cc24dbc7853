/**
 * The program of the render image: serves renders over its standard streams until the other end closes them. Nothing else
 * is written to stdout; the container ends with it.
 */

import { FramefarmError } from '@framefarm/contract';
import { FRAMEFARM_VERSION, imageContent, openRenderSession, type RenderSession } from '@framefarm/render';
import {
  type CancellationToken,
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import { toResponse } from '../session/failures.js';
import { EVENT, OPEN, type Opening, READY, RENDER, type RenderParams } from '../session/protocol.js';
import { remoteTurn } from './remote-turn.js';

const connection = createMessageConnection(
  new StreamMessageReader(process.stdin),
  new StreamMessageWriter(process.stdout),
);
/** Aborts everything when there is nobody left to render for. */
const leaving = new AbortController();
let session: RenderSession | undefined;
let opening: Opening = { idleBrowsers: null, log: false };

connection.onRequest(OPEN, (given) => {
  opening = given;
  const { idleBrowsers } = given;
  // The image alone decides what a render has: its fonts, and no host that was not named.
  session = openRenderSession({ publicHttps: false, ...(idleBrowsers === null ? {} : { idleBrowsers }) });
  return null;
});

connection.onRequest(RENDER, (params, token) => render(params, token));

async function render(params: RenderParams, token: CancellationToken) {
  const { render: id, projectDir, outputPath, options, dryRun, rendersAtOnce, tuning, takesTurns } = params;
  const cancelled = new AbortController();
  token.onCancellationRequested(() =>
    cancelled.abort(new FramefarmError('RENDER_CANCELLED', 'cancelled from outside')),
  );
  const signal = AbortSignal.any([cancelled.signal, leaving.signal]);
  try {
    if (session === undefined) throw new FramefarmError('INTERNAL_ERROR', 'the session was not opened');
    return await session.render({
      projectDir,
      outputPath,
      options,
      dryRun,
      rendersAtOnce,
      signal,
      onEvent: (event) => {
        if (event.kind !== 'log' || opening.log) void connection.sendNotification(EVENT, { render: id, event });
      },
      // Frame for frame, whatever a machine could prove about other ways (specification, Modes).
      tuning: { capturePath: 'beginframe', ...tuning },
      ...(takesTurns ? { turn: remoteTurn(connection, id) } : {}),
    });
  } catch (error) {
    return toResponse(error);
  }
}

async function leave(reason = new FramefarmError('RENDER_CANCELLED', 'the other end has gone')): Promise<void> {
  if (leaving.signal.aborted) return;
  leaving.abort(reason);
  await session?.close();
  process.exit();
}

connection.onClose(() => void leave());
process.stdin.once('end', () => void leave());
// The caller closes the stream; a signal comes from the engine, which is told to stop, or from whoever stops its containers.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void leave(new FramefarmError('CONTAINER_FAILED', 'the engine stopped the container')));
}
// A reader that has gone is seen as the end of stdin as well.
process.stdout.on('error', () => void leave());
connection.onError(() => {});

connection.listen();
void connection.sendNotification(READY, { framefarm: FRAMEFARM_VERSION, image: await imageContent() });
