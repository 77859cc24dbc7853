/** What a worker and its lane processes tell each other: JSON over the channel of a forked process. */
import type { ErrorCode, FailureCircumstances, RenderOptions, SurfaceObstacle, Warning } from '@framefarm/contract';
import type {
  CapturedChunk,
  CaptureOutcome,
  MixedSound,
  PlacedPictures,
  PreparedStep,
  RenderOutput,
  VideoPictures,
} from '@framefarm/render';

interface Work {
  /** Absolute path of the unpacked composition. */
  readonly projectDir: string;
  readonly options: RenderOptions;
  /** Owner and composition: a browser serves one of them (security 2.6). */
  readonly occupant: string;
  /** Longest time of the step, ms. */
  readonly deadlineMs: number;
}

interface PreparedWork extends Work {
  /** Absolute path of the prepared render's JSON. */
  readonly preparedFile: string;
}

/** One step as a lane does it; paths are absolute. */
export type LaneWork =
  | (Work & { readonly kind: 'prepare'; readonly refuted: SurfaceObstacle | null; readonly dependent: number | null })
  | (PreparedWork & { readonly kind: 'extract'; readonly video: number; readonly outDir: string })
  | (PreparedWork & { readonly kind: 'sound'; readonly outDir: string })
  | (PreparedWork & {
      readonly kind: 'capture';
      readonly chunks: readonly number[];
      readonly videos: readonly PlacedPictures[];
      readonly outDir: string;
    })
  | (PreparedWork & {
      readonly kind: 'assemble';
      readonly segments: readonly string[];
      readonly sound: string | null;
      readonly outputPath: string;
    });

export interface LaneResults {
  readonly prepare: PreparedStep;
  readonly extract: VideoPictures | null;
  readonly sound: MixedSound | null;
  readonly capture: CaptureOutcome;
  readonly assemble: RenderOutput;
}

/** What a lane is told at its start, as its one argument. */
export interface LaneLimits {
  /** Names and addresses that no composition reaches, whatever is listed. */
  readonly neverAllow: readonly string[];
}

export type ToLane =
  | { readonly type: 'work'; readonly id: number; readonly work: LaneWork }
  | { readonly type: 'cancel'; readonly id: number }
  /** Nothing of the last occupant may stay warm. */
  | { readonly type: 'cool' };

/** An error as plain JSON. */
export interface LaneFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
  readonly stage: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly circumstances: FailureCircumstances | null;
}

export type FromLane =
  | { readonly type: 'ready' }
  /** Once a second, so that a lane that stands still is told from one that works. */
  | { readonly type: 'alive'; readonly rssMb: number }
  | {
      readonly type: 'frames';
      readonly id: number;
      /** Captured frames by chunk. */
      readonly frames: Readonly<Record<number, number>>;
      /** False after the last frame of the step, when only encoders still work. */
      readonly more: boolean;
    }
  | { readonly type: 'chunk'; readonly id: number; readonly chunk: CapturedChunk; readonly ms: number }
  /** The step has left: its last frame is captured, and a step of another render of the same occupant may begin beside its encoder. */
  | { readonly type: 'left'; readonly id: number }
  | { readonly type: 'log'; readonly id: number; readonly lines: readonly string[] }
  | { readonly type: 'warning'; readonly id: number; readonly warning: Warning }
  | {
      readonly type: 'done';
      readonly id: number;
      readonly result: LaneResults[keyof LaneResults];
      /** Most memory that the lane with its browser and encoders held meanwhile, bytes; null where that cannot be measured. */
      readonly peakBytes: number | null;
    }
  | { readonly type: 'failed'; readonly id: number; readonly failure: LaneFailure }
  | { readonly type: 'cool' }
  /** Takes no more work and ends soon. */
  | { readonly type: 'ending' };
