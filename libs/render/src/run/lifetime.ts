/** Beginning and end of a job: its temporary directory, its signal, and what is thrown when it was cancelled. */
import { tmpdir } from 'node:os';
import { asFramefarmError, FramefarmError } from '@framefarm/contract';
import { createScratch, type Scratch } from '@framefarm/process';
import type { Job } from '../api.js';
import type { Place } from '../place/place.js';
import type { SurfaceKnowledge } from '../surface/knowledge.js';
import { openCancellation } from './cancellation.js';
import { openContext, type RenderContext } from './context.js';

export interface LimitedJob extends Job {
  /** Longest time, ms; default: that of the options. */
  readonly deadlineMs?: number;
}

/**
 * Runs `work` in a context of its own. Whatever happens, what it started is told to end and its temporary files are gone
 * when the promise settles.
 * @throws FramefarmError with a code of the catalogue, never anything else.
 */
export async function withContext<T>(
  job: LimitedJob,
  place: Place,
  knowledge: SurfaceKnowledge,
  work: (context: RenderContext) => Promise<T>,
): Promise<T> {
  const cancellation = openCancellation(job.signal, job.deadlineMs ?? job.options.timeoutMs);
  let scratch: Scratch | undefined;
  let context: RenderContext | undefined;
  try {
    cancellation.signal.throwIfAborted();
    scratch = await createScratch(tmpdir(), 'framefarm-');
    if (job.options.debug) {
      scratch.keep();
      job.onEvent?.({ kind: 'log', source: 'render', line: `temporary files are kept in ${scratch.path}` });
    }
    context = openContext(job, cancellation, scratch.path, place, knowledge);
    return await work(context);
  } catch (thrown) {
    // An abort shows up as whatever was interrupted; its reason says what happened.
    const error = asFramefarmError(cancellation.signal.aborted ? cancellation.signal.reason : thrown);
    error.circumstances ??= context?.report.circumstances() ?? null;
    throw error;
  } finally {
    if (!cancellation.signal.aborted) {
      cancellation.abort.abort(new FramefarmError('RENDER_CANCELLED', 'the render is over'));
    }
    cancellation.release();
    if (!job.options.debug) await scratch?.remove();
  }
}
