/** What a caller (the command line, later a worker) gives to the pipeline and gets back. */
import type {
  CapturePath,
  Fps,
  MediaInfo,
  Notice,
  RenderListener,
  RenderOptions,
  RenderPlan,
  Warning,
} from '@framefarm/contract';

/**
 * Choices that are measured rather than made by users (cli 10). They stand in the plan as what they came to, so they change
 * its hash.
 */
export interface RenderTuning {
  /**
   * The way of capture to use where browser, format and page allow it; else the usual one is taken and the plan's reason says
   * why. `surface` also skips the rule that a short render is not worth its check, never the check itself.
   */
  readonly capturePath?: CapturePath;
  /** Encoder threads of a chunk, 1 to 16. Without it 2. */
  readonly encoderThreads?: number;
}

/** What every job of the pipeline is given. */
export interface Job {
  /** Absolute path of the project directory. */
  readonly projectDir: string;
  readonly options: RenderOptions;
  /** Cancels the job; everything it started ends and its temporary files go. */
  readonly signal?: AbortSignal;
  readonly onEvent?: RenderListener;
}

export interface RenderRequest extends Job {
  /** Absolute path of the file, or for png-sequence the directory, to make. */
  readonly outputPath: string;
  /** All checks and the plan, no capture. */
  readonly dryRun?: boolean;
  readonly tuning?: RenderTuning;
  /** Renders that share the machine with this one, itself included: `auto` workers and free memory are divided. Default 1. */
  readonly rendersAtOnce?: number;
  /**
   * Awaited once the plan stands, before anything is extracted or captured; what it resolves with is called when the last
   * frame has been captured, or when the render failed. By this renders side by side share a machine: one gets ready and
   * another one is assembled while a third captures. The time limit stands still while a render waits for its turn.
   */
  readonly turn?: (signal: AbortSignal) => Promise<() => void>;
}

/** Renders that leave each other warm browsers. */
export interface RenderSession {
  /** As {@link renderComposition}; renders may run side by side. */
  render(request: RenderRequest): Promise<RenderResult>;
  /** Ends what is kept warm, after all renders. Never rejects. */
  close(): Promise<void>;
}

/** Wall-clock milliseconds by phase; phases overlap, so the sum may exceed `total`. */
export interface RenderTimings {
  readonly compile: number;
  readonly launch: number;
  readonly settle: number;
  /** Comparing the drawing surface with the browser's own pictures. */
  readonly check: number;
  readonly extract: number;
  readonly sound: number;
  readonly capture: number;
  readonly assemble: number;
  readonly verify: number;
  readonly total: number;
}

export interface RenderOutput {
  readonly path: string;
  /** Bytes; of all files for a png-sequence. */
  readonly size: number;
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
  /** Seconds. */
  readonly durationSeconds: number;
  readonly frames: number;
  readonly fps: Fps;
  /** As probed after encoding. */
  readonly media: MediaInfo | null;
}

export interface RenderResult {
  readonly outcome: 'completed' | 'completed_with_warnings';
  readonly compositionId: string;
  readonly plan: RenderPlan;
  /** Null after a dry run. */
  readonly output: RenderOutput | null;
  readonly lanes: { readonly count: number; readonly upperBound: number; readonly reason: string };
  readonly capture: {
    readonly path: string;
    readonly reason: string;
    readonly redoneFrames: number;
    readonly replacedLanes: number;
  };
  readonly versions: {
    readonly framefarm: string;
    readonly node: string;
    readonly browser: string;
    readonly ffmpeg: string;
  };
  /** True when the Chromium sandbox was on; with the reason when it was off. */
  readonly sandbox: { readonly on: boolean; readonly reason: string };
  readonly substitutions: readonly { readonly url: string; readonly requested: string; readonly served: string }[];
  readonly warnings: readonly Warning[];
  readonly notices: readonly Notice[];
  readonly timings: RenderTimings;
}
