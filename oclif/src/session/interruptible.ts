/** Work of a command that Ctrl-C and SIGTERM cancel (cli 1.2). */
import { FramefarmError } from '@framefarm/contract';
import { jsonLine, preflightFields } from '../formatters/render/json-reporter.js';
import { errorText } from '../formatters/text/error-text.js';
import { mayDecorate } from '../formatters/text/style.js';
import { exitCodeOf } from './exit-codes.js';
import { listenForInterruption } from './interruption.js';
import type { Streams } from './streams.js';

/**
 * What `work` resolves with; null when a signal ended it, which has been said then, with `process.exitCode` set. Rejects as
 * `work` does.
 */
export async function interruptible<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { streams, json }: { readonly streams: Streams; readonly json: boolean },
): Promise<T | null> {
  const interruption = listenForInterruption({
    onFirst: (signal) => streams.tell(`Stopping after ${signal}; once more stops at once.\n`),
    onLast: () => {},
  });
  try {
    return await work(interruption.signal);
  } catch (thrown) {
    const received = interruption.received();
    if (received === null) throw thrown;
    const error = new FramefarmError('INTERRUPTED', `ended by ${received}; no output was written`);
    if (json) streams.result(jsonLine('error', preflightFields(error)));
    streams.tell(`${errorText(error, { colour: mayDecorate(process.stderr, process.env), debug: false })}\n`);
    process.exitCode = exitCodeOf(error, received);
    return null;
  } finally {
    interruption.release();
  }
}
