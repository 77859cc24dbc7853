/** From segments and sound to the published output: joined, verified, measured, renamed into place. */
import type { RenderPlan } from '@framefarm/contract';
import { assembleOutput, type Ffmpeg, type Segment, verifyOutput } from '@framefarm/media';
import type { RenderOutput } from '../api.js';
import type { Progress } from '../run/progress.js';
import type { Stopwatch } from '../run/timings.js';
import { measureOutput, type Staging } from './publish.js';

export interface FinishWork {
  readonly plan: RenderPlan;
  readonly segments: readonly Segment[];
  readonly sound: string | null;
  readonly ffmpeg: Ffmpeg;
  readonly staging: Staging;
  readonly outputPath: string;
  readonly scratchDir: string;
  readonly progress: Progress;
  readonly stopwatch: Stopwatch;
  readonly signal: AbortSignal;
}

/** @throws FramefarmError `ENCODER_FAILED`, `OUTPUT_INVALID`, `ALPHA_NOT_ENCODED`, `DISK_FULL`; nothing is published then. */
export async function finishOutput(work: FinishWork): Promise<RenderOutput> {
  const { plan, ffmpeg, staging, stopwatch, signal } = work;
  work.progress.begin('assemble');
  await stopwatch.time('assemble', () =>
    assembleOutput({
      ffmpeg,
      encoding: plan.encoding,
      segments: work.segments,
      audio: work.sound,
      out: staging.path,
      scratchDir: work.scratchDir,
      signal,
    }),
  );
  // Read beside the check, whose failure comes first; then too it has ended before the file goes.
  const measuring = measureOutput(staging.path);
  const measured = measuring.catch(() => {});
  const verified = await stopwatch
    .time('verify', () =>
      verifyOutput({
        ffmpeg,
        path: staging.path,
        encoding: plan.encoding,
        frames: plan.frames,
        audio: work.sound !== null,
        signal,
      }),
    )
    .finally(() => measured);
  work.progress.begin('publish');
  const { size, sha256 } = await measuring;
  signal.throwIfAborted();
  await staging.publish();
  return {
    path: work.outputPath,
    size,
    sha256,
    width: verified.width,
    height: verified.height,
    durationSeconds: verified.durationSeconds,
    frames: verified.frames,
    fps: plan.encoding.fps,
    media: verified.media,
  };
}
