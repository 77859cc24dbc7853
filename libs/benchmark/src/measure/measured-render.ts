/**
 * A program: one job of renders in a process of its own, so that its memory and processor time are nobody else's. It reads
 * the job as one line from its standard input and answers in lines on standard output. SIGTERM cancels it.
 */
import { asFramefarmError, FramefarmError } from '@framefarm/contract';
import { openRenderSession, type RenderResult } from '@framefarm/render';
import type { JobLine, JobResult, RenderJob } from './render-job.js';

const cancel = new AbortController();
const stop = (): void => cancel.abort(new FramefarmError('INTERRUPTED', 'the measurement was stopped'));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);

function tell(line: JobLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** The first line of standard input; null when it closes before there is one. */
async function readJob(): Promise<RenderJob | null> {
  let text = '';
  for await (const part of process.stdin.setEncoding('utf8')) {
    text += part;
    const end = text.indexOf('\n');
    if (end >= 0) return JSON.parse(text.slice(0, end)) as RenderJob;
  }
  return null;
}

async function run(job: RenderJob): Promise<JobResult> {
  const { projectDir, options, tuning, outputs, dryRun } = job;
  const session = openRenderSession();
  const { signal } = cancel;
  const started = performance.now();
  try {
    const renders = outputs.map((outputPath) =>
      session.render({ projectDir, outputPath, options, tuning, dryRun, signal }).catch((error) => {
        // The others have no meaning without it.
        cancel.abort(asFramefarmError(error));
        throw error;
      }),
    );
    await Promise.allSettled(renders);
    const results = await Promise.all(renders);
    return summary(results, performance.now() - started);
  } finally {
    await session.close();
  }
}

function summary(results: readonly RenderResult[], elapsedMs: number): JobResult {
  const [first] = results;
  if (first === undefined) throw new FramefarmError('INTERNAL_ERROR', 'a measurement of no render was asked for');
  const { plan } = first;
  return {
    elapsedMs,
    captureMs: results.reduce((sum, { timings }) => sum + timings.capture, 0) / results.length,
    compositionId: first.compositionId,
    width: plan.encoding.width,
    height: plan.encoding.height,
    fps: plan.encoding.fps,
    frames: plan.frames,
    lanes: first.lanes.count,
    lanesReason: first.lanes.reason,
    sequential: plan.sequential,
    capturePath: plan.capture.path,
    captureReason: plan.capture.reason,
    encoderThreads: plan.encoding.threads,
    fileSize: first.output?.size ?? 0,
  };
}

tell({ type: 'ready' });
try {
  const job = await readJob();
  if (job !== null) tell({ type: 'done', result: await run(job) });
} catch (thrown) {
  const { code, message, hint, issues, stage = null } = asFramefarmError(thrown);
  tell({ type: 'failed', failure: { code, message, hint, issues, stage } });
  process.exitCode = 1;
}
// Nothing more is read, and an open input would keep the process.
process.stdin.destroy();
