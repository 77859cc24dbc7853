/** What a render of the composition takes by itself, how fast it goes and how much memory it needs: also the warm-up. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type CapturePath, FORMATS, type RenderOptions } from '@framefarm/contract';
import type { MeasuredPiece } from '../api.js';
import { laneCandidates } from '../plan/candidates.js';
import { CALIBRATION_FRAMES, pieceFrames } from '../plan/piece.js';
import type { JobResult } from './render-job.js';
import { type MeasuredJob, runJob } from './run-job.js';

/** Memory of a render with one lane where it cannot be measured, bytes: three times the assumption for a browser (cli 3). */
const ASSUMED_RENDER_BYTES = 3 * 256 * 1024 ** 2;

export interface CalibrationInput {
  readonly projectDir: string;
  readonly options: RenderOptions;
  readonly cores: number;
  readonly scratchDir: string;
  readonly signal: AbortSignal;
}

export interface Calibration {
  readonly piece: Omit<MeasuredPiece, 'builtIn'>;
  /** Options that render the piece. */
  readonly options: RenderOptions;
  /** The page's pictures depend on the frames before them: one lane only. */
  readonly sequential: boolean;
  readonly usualPath: CapturePath;
  readonly usualThreads: number;
  /** Peak memory of a render with one lane, bytes. */
  readonly laneBytes: number;
}

/** Plans the whole composition, then renders a few of its frames. @throws FramefarmError as a render does. */
export async function calibrate(input: CalibrationInput): Promise<Calibration> {
  const { options, cores, signal } = input;
  const output = join(input.scratchDir, `calibration${FORMATS[options.format].extension}`);
  const job = (changed: RenderOptions, capturePath: CapturePath | null, dryRun: boolean): Promise<MeasuredJob> =>
    runJob(
      {
        projectDir: input.projectDir,
        options: { ...changed, workers: dryRun ? options.workers : 1 },
        tuning: capturePath === null ? {} : { capturePath },
        outputs: [output],
        dryRun,
      },
      signal,
    );
  const { result: whole } = await job(options, null, true);
  const first = pieceOptions(options, whole, CALIBRATION_FRAMES);
  const { result: warm, figures } = await job(first, whole.capturePath, false);
  await rm(output, { recursive: true, force: true });
  const pace = (warm.frames * 1000) / Math.max(1, warm.captureMs);
  const wished = pieceFrames(whole.frames, pace, Math.max(...laneCandidates(cores)));
  const measured = pieceOptions(options, whole, wished);
  const { compositionId, width, height, fps } = whole;
  return {
    piece: { compositionId, width, height, fps, format: options.format, frames: wished, totalFrames: whole.frames },
    options: measured,
    sequential: whole.sequential,
    usualPath: whole.capturePath,
    usualThreads: whole.encoderThreads,
    laneBytes: figures?.peakBytes ?? ASSUMED_RENDER_BYTES,
  };
}

/**
 * Options that render so many frames from the middle of the composition, where its beginning has settled. Of a page that has
 * to be shown all frames before them: from its start.
 */
function pieceOptions(options: RenderOptions, whole: JobResult, frames: number): RenderOptions {
  if (frames >= whole.frames) return options;
  const firstFrame = whole.sequential ? 0 : Math.floor((whole.frames - frames) / 2);
  return { ...options, range: { by: 'frames', firstFrame, lastFrame: firstFrame + frames - 1 } };
}
