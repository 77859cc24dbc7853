/**
 * A lane: one process in which compositions run and media are decoded, one step at a time, and beside it at most the last encoder of the step
 * before. It holds no credentials and reaches neither Redis nor the store; it ends with its worker, and all that it started ends with it.
 */
import { readFile } from 'node:fs/promises';
import { asFramefarmError, FramefarmError, type RenderEvent } from '@framefarm/contract';
import { killOwnedGroups, watchMemoryPeak } from '@framefarm/process';
import { openStepPlace, type PreparedStep, type StepPlace } from '@framefarm/render';
import type { FromLane, LaneLimits, LaneResults, LaneWork, ToLane } from './messages.js';
import { ProgressReport } from './progress-report.js';

/** Time between two signs of life, ms. */
const ALIVE_EVERY_MS = 1_000;

const limits = JSON.parse(process.argv[2] ?? '') as LaneLimits;
let place: StepPlace | null = null;
let isEnding = false;
let prepared: { readonly file: string; readonly step: PreparedStep } | null = null;
const running = new Map<number, AbortController>();

const send = (message: FromLane): void => {
  if (process.connected) process.send?.(message);
};

async function perform(id: number, work: LaneWork, signal: AbortSignal): Promise<LaneResults[keyof LaneResults]> {
  place ??= openStepPlace({ neverAllow: limits.neverAllow });
  const report = new ProgressReport((message) => send({ ...message, id }));
  const onEvent = (event: RenderEvent): void => {
    if (event.kind === 'warning') send({ type: 'warning', id, warning: event.warning });
    else if (event.kind === 'notice') report.line(`notice ${event.notice.code}: ${event.notice.message}`);
    else if (event.kind === 'log') report.line(`${event.source}: ${event.line}`);
  };
  const { projectDir, options, occupant, deadlineMs } = work;
  const job = { projectDir, options, occupant, deadlineMs, signal, onEvent };
  try {
    if (work.kind === 'prepare')
      return await place.prepare({ ...job, refuted: work.refuted, dependent: work.dependent });
    const step = { ...job, prepared: await readPrepared(work.preparedFile) };
    switch (work.kind) {
      case 'extract':
        return await place.extract({ ...step, video: work.video, outDir: work.outDir });
      case 'sound':
        return await place.sound({ ...step, outDir: work.outDir });
      case 'capture':
        report.expected = work.chunks.reduce((sum, index) => sum + (step.prepared.plan.chunks[index]?.frames ?? 0), 0);
        return await place.capture({
          ...step,
          chunks: work.chunks,
          videos: work.videos,
          outDir: work.outDir,
          onFrame: (chunk) => report.frame(chunk),
          onChunk: (chunk) => report.chunk(chunk),
          onLeft: () => send({ type: 'left', id }),
        });
      case 'assemble':
        return await place.assemble({
          ...step,
          segments: work.segments,
          sound: work.sound,
          outputPath: work.outputPath,
        });
    }
  } finally {
    report.close();
  }
}

/** Steps of one render follow each other here, so the last plan is kept. */
async function readPrepared(file: string): Promise<PreparedStep> {
  if (prepared?.file !== file) prepared = { file, step: JSON.parse(await readFile(file, 'utf8')) as PreparedStep };
  return prepared.step;
}

async function run(id: number, work: LaneWork): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  const memory = watchMemoryPeak();
  try {
    const result = await perform(id, work, controller.signal);
    send({ type: 'done', id, result, peakBytes: await memory.stop() });
  } catch (thrown) {
    await memory.stop();
    // The end of the process tells more than a step that was cut short by it.
    if (isEnding) return;
    const error = asFramefarmError(thrown);
    const { code, message, hint, stage = null, details, circumstances } = error;
    send({ type: 'failed', id, failure: { code, message, hint, stage, details, circumstances } });
  } finally {
    running.delete(id);
  }
}

async function cool(): Promise<void> {
  const warm = place;
  place = null;
  await warm?.close();
  send({ type: 'cool' });
}

/** Told to end, by its worker or by whoever ends all processes of a service: nothing more is begun or answered. */
async function end(): Promise<never> {
  isEnding = true;
  send({ type: 'ending' });
  for (const controller of running.values()) {
    controller.abort(new FramefarmError('RENDER_CANCELLED', 'the lane was told to end'));
  }
  await place?.close();
  process.exit(0);
}

process.on('message', (message: ToLane) => {
  if (message.type === 'work') void run(message.id, message.work);
  else if (message.type === 'cool') void cool();
  else running.get(message.id)?.abort(new FramefarmError('RENDER_CANCELLED', 'the step was cancelled'));
});
// Without its worker a lane has nobody to work for: groups are killed, the guardian removes what is left.
process.on('disconnect', () => {
  killOwnedGroups();
  process.exit(0);
});
process.on('SIGTERM', () => void end());
process.on('SIGINT', () => {});
setInterval(() => send({ type: 'alive', rssMb: Math.round(process.memoryUsage.rss() / 1_048_576) }), ALIVE_EVERY_MS);
send({ type: 'ready' });
