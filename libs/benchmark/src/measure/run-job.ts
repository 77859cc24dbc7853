/** Runs one job in a process of its own and measures that process with all that it starts. */
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { FramefarmError } from '@framefarm/contract';
import { childEnvironment, keepTail, spawnOwned, untilAborted } from '@framefarm/process';
import { type TreeFigures, watchTree } from './process-tree.js';
import type { JobLine, JobResult, RenderJob } from './render-job.js';

/** Lines of the process's own words that are kept for an error. */
const KEPT_CHARS = 4_000;

export interface MeasuredJob {
  readonly result: JobResult;
  /** Null where the system does not tell them. */
  readonly figures: TreeFigures | null;
}

/**
 * @throws FramefarmError what the render failed with; `INTERNAL_ERROR` when its process ended without an answer; the
 * signal's reason on abort, after the process and all that it started have ended.
 */
export async function runJob(job: RenderJob, signal: AbortSignal): Promise<MeasuredJob> {
  signal.throwIfAborted();
  const program = fileURLToPath(new URL('./measured-render.js', import.meta.url));
  const owned = spawnOwned(process.execPath, [program], { env: jobEnvironment() });
  const { child } = owned;
  const words = keepTail(KEPT_CHARS, child.stderr);
  const lines = child.stdout === null ? null : createInterface({ input: child.stdout });
  const iterator = lines?.[Symbol.asyncIterator]();
  const next = async (): Promise<JobLine | null> => {
    const read = await iterator?.next();
    return read === undefined || read.done === true ? null : (JSON.parse(read.value) as JobLine);
  };
  const work = async (): Promise<MeasuredJob> => {
    const ready = await next();
    if (ready?.type !== 'ready') throw await silence();
    const watch = await watchTree(owned.pid);
    let answer: JobLine | null;
    let figures: TreeFigures | null;
    try {
      child.stdin?.write(`${JSON.stringify(job)}\n`);
      answer = await next();
    } finally {
      figures = await watch.stop();
    }
    if (answer?.type === 'done') {
      await owned.ended;
      return { result: answer.result, figures };
    }
    if (answer?.type !== 'failed') throw await silence();
    const { code, message, hint, issues, stage } = answer.failure;
    throw new FramefarmError(code, message, { hint, issues, ...(stage === null ? {} : { stage }) });
  };
  const silence = async (): Promise<FramefarmError> => {
    const { exitCode, signal: killed } = await owned.ended;
    const how = killed === null ? `with status ${exitCode}` : `by ${killed}`;
    const last = words().trim().split('\n').at(-1) ?? '';
    return new FramefarmError('INTERNAL_ERROR', `the measured render ended ${how} without a result: ${last}`);
  };
  try {
    return await untilAborted(work(), signal);
  } finally {
    // Ended already after an answer; after an abort it first ends its own children.
    await owned.end();
    lines?.close();
  }
}

/** As for every child, with the settings of framefarm itself, such as the browser it is to use. */
function jobEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => name.startsWith('FRAMEFARM_'));
  return childEnvironment(Object.fromEntries(own));
}
