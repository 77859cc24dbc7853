/**
 * The process of the browser that draws what canvases and compositor show. When it ends the browser starts another one and tells nobody,
 * and what canvases held is gone: pictures would be wrong, of a render that ended well.
 */
import { FramefarmError } from '@framefarm/contract';
import type { ProtocolSession } from '../protocol/session.js';
import type { FrameRun } from './tidy-runs.js';

/** Its number; null where the browser draws by itself. */
export async function drawingProcess(root: ProtocolSession): Promise<number | null> {
  const { processInfo } = await root.send('SystemInfo.getProcessInfo');
  return processInfo.find(({ type }) => type === 'GPU')?.id ?? null;
}

/**
 * As `run`, whose end fails when the process is not that of the time of this call: its pictures are not to be used.
 * @param drawing asks for the process, within a deadline
 * @throws {FramefarmError} BROWSER_CRASHED, and what `drawing` throws.
 */
export async function drawnByOne(
  drawing: () => Promise<number | null>,
  label: string,
): Promise<(run: FrameRun) => FrameRun> {
  const before = await drawing();
  return (run) =>
    async function* checked(firstFrame, count) {
      yield* run(firstFrame, count);
      if ((await drawing()) === before) return;
      throw new FramefarmError('BROWSER_CRASHED', `the process that draws for the page ended (${label})`, {
        stage: 'capture',
      });
    };
}
