/** What a caller (the command line, the library, a batch, a preview) gives to the pipeline and gets back; for a farm's workers: `steps/steps-api.ts`. */
import type {
  CapturePath,
  Fps,
  ImageContent,
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
  /** Encoder threads of a chunk, 1 to 16. Without it 2, of an encoder that hardly searches 1. */
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
   * Awaited once the plan stands, before anything is extracted or captured. By this renders side by side share the lanes
   * of a machine: one gets ready and another one is assembled while others capture. The time limit stands still while a
   * render waits for its turn.
   */
  readonly turn?: (wish: TurnWish, signal: AbortSignal) => Promise<CaptureTurn>;
}

/** What a render needs to capture. */
export interface TurnWish {
  /** Most lanes that it can use, 1 or more. */
  readonly lanes: number;
  /** Lanes that the free memory has room for beside those that are open, of any render. */
  readonly room: number;
}

/** A render's turn to capture. */
export interface CaptureTurn {
  /** Resolves when a lane may be opened, the first one at once; what it resolves with gives the lane back. */
  lane(signal: AbortSignal): Promise<() => void>;
  /** Told when all frames have been captured; resolves when the output may be made. */
  captured(): Promise<void>;
  /** Told when the render has ended, also when it failed: it gives back what it still has. */
  end(): void;
}

export interface RenderSessionOptions {
  /** Whether pages may reach public https. Default true; what `allowNetwork` names can be reached in any case. */
  readonly publicHttps?: boolean;
  /** Browsers that are kept while nobody uses them, at most. Without it there is no limit. */
  readonly idleBrowsers?: number;
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
  /** The container image in which it was made; null outside of one. */
  readonly image: ImageContent | null;
  /** True when the Chromium sandbox was on; with the reason when it was off. */
  readonly sandbox: { readonly on: boolean; readonly reason: string };
  readonly substitutions: readonly { readonly url: string; readonly requested: string; readonly served: string }[];
  readonly warnings: readonly Warning[];
  readonly notices: readonly Notice[];
  readonly timings: RenderTimings;
}
