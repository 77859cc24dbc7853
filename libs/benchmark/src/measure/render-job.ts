/** What the measuring process tells the process that renders, and hears from it: one line of JSON each. */
import type { CapturePath, ErrorCode, Fps, InputIssue, RenderOptions } from '@framefarm/contract';
import type { RenderTuning } from '@framefarm/render';

export interface RenderJob {
  readonly projectDir: string;
  readonly options: RenderOptions;
  readonly tuning: RenderTuning;
  /** Absolute path of each output; as many renders run side by side. */
  readonly outputs: readonly string[];
  /** All checks and the plan only. */
  readonly dryRun: boolean;
}

/** What the renders of a job came to. */
export interface JobResult {
  /** Milliseconds from the first start to the last end. */
  readonly elapsedMs: number;
  /** Mean over the renders, milliseconds. */
  readonly captureMs: number;
  readonly compositionId: string;
  readonly width: number;
  readonly height: number;
  readonly fps: Fps;
  /** Frames of one render. */
  readonly frames: number;
  /** Lanes that ran, and the limit that decided their number. */
  readonly lanes: number;
  readonly lanesReason: string;
  /** The page's pictures depend on the frames before them, so a render by itself takes one lane. */
  readonly sequential: boolean;
  readonly capturePath: CapturePath;
  readonly captureReason: string;
  readonly encoderThreads: number;
  /** Bytes of one output; 0 after a dry run. */
  readonly fileSize: number;
}

export interface JobFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
  readonly issues: readonly InputIssue[];
  readonly stage: string | null;
}

/** `ready`: everything is loaded, the job may be sent. */
export type JobLine =
  | { readonly type: 'ready' }
  | { readonly type: 'done'; readonly result: JobResult }
  | { readonly type: 'failed'; readonly failure: JobFailure };
