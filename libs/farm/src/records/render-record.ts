/** The record of a render: all that the farm knows of it, in Redis until retention removes it (http-api 3.2). */
import type {
  ErrorCode,
  ErrorOwner,
  FailureCircumstances,
  ImageContent,
  RawOptions,
  Stage,
  SurfaceObstacle,
  Warning,
} from '@framefarm/contract';
import type { RenderStatus, TransitionReason } from './states.js';

/** What a client asked for, after validation. Every kind of source has become an uploaded composition by then. */
export interface RenderSubmission {
  /** Whom the key belongs to; `local` where authentication is off. */
  readonly owner: string;
  readonly requestId: string;
  /** Place of the request in its trace (W3C `traceparent`), under which the spans of the render hang. */
  readonly traceparent?: string | null;
  /** `cmp_…` */
  readonly compositionId: string;
  /** Options of the one table, as the client gave them, valid; names of the table (`videoBitrate`), not of flags. */
  readonly options: RawOptions;
  /** Relative name below the render's output, or null for `<requestId>.<ext>`. */
  readonly outputName: string | null;
  /** 0 to 100, more goes first. */
  readonly priority: number;
  /** Number of runs to capture in, or `auto` by measured speed. */
  readonly chunks: number | 'auto';
  readonly labels: Readonly<Record<string, string>>;
  /** JSON of the client, at most 4 KB, echoed. */
  readonly metadata: unknown;
  /** From the first start. */
  readonly timeoutSeconds: number;
  /** How long the output is kept. */
  readonly retentionSeconds: number;
  readonly webhook: { readonly url: string; readonly events: readonly string[] } | null;
  readonly batch: { readonly id: string; readonly row: number } | null;
  /** Which surface it came through: the old one speaks of `position` and has no replay. */
  readonly surface: 'render' | 'stream' | 'renders' | 'batches';
}

export interface ChunkCounts {
  readonly total: number;
  readonly pending: number;
  readonly claimed: number;
  readonly committed: number;
  readonly failed: number;
  /** Captures that were done again. */
  readonly retries: number;
  /** Committed without work, from an earlier render. */
  readonly reused: number;
}

export interface RenderFailure {
  readonly code: ErrorCode;
  readonly owner: ErrorOwner;
  readonly retryable: boolean;
  readonly stage: string | null;
  readonly message: string;
  readonly hint: string;
  /** Of the step that failed last; absent where no step did. */
  readonly circumstances?: FailureCircumstances | undefined;
}

/** The artefact, when completed. Times are ISO 8601 UTC. */
export interface RenderArtefact {
  readonly storeKey: string;
  readonly fileName: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
  readonly durationSeconds: number;
  readonly width: number;
  readonly height: number;
  /** As in the options: `30` or `30000/1001`. */
  readonly fps: string;
  readonly frames: number;
  readonly expiresAt: string;
  /** Files of a png-sequence inside the stored zip; empty for one file. */
  readonly files: readonly string[];
}

export interface RenderPerf {
  readonly totalElapsedMs: number;
  /** Milliseconds by phase: queue, prepare, extract, sound, capture, assemble. */
  readonly stages: Readonly<Record<string, number>>;
  readonly captureAvgMs: number | null;
  /**
   * Most memory that one step took on its worker, with browser and encoders; pages that several processes share count once
   * where the kernel tells (PSS). Whole megabytes of 2^20 bytes; null where no worker could measure it.
   */
  readonly peakRssMb: number | null;
  readonly videoCount: number;
  readonly audioCount: number;
  readonly workers: number;
  /** Of the worker that planned; all that take part have the same three versions. */
  readonly environment: {
    readonly browser: string;
    readonly ffmpeg: string;
    readonly framefarm: string;
    /** The container image that it runs in; null outside of one. */
    readonly image: ImageContent | null;
  } | null;
  readonly capture: { readonly path: string; readonly reason: string } | null;
}

/** Why a render that is neither ended nor worked on waits, beside its place in the line. */
export interface RenderWaiting {
  readonly reason: 'no_worker_of_version';
  readonly version: number;
  readonly message: string;
}

export interface RenderRecord extends RenderSubmission {
  /** `rnd_` and a ULID. */
  readonly id: string;
  /** Version in which it was accepted: everything that crosses processes for it is of that version. */
  readonly version: number;
  /** Null unless no worker that is there understands its version. */
  readonly waiting: RenderWaiting | null;
  readonly status: RenderStatus;
  readonly reason: TransitionReason;
  /** Rises with every visible change. */
  readonly revision: number;
  /** Number of the run, from 1; a retry starts the next one. */
  readonly epoch: number;
  /** How often it was planned anew because no worker could go on with its plan; each time starts an epoch too. */
  readonly replans: number;
  /**
   * What a chunk met that the surface of its plan does not show; the render was then planned anew, once, to be captured without
   * a surface, which starts an epoch too.
   */
  readonly refuted: SurfaceObstacle | null;
  /**
   * First frame of a chunk of which two captures have shown different pictures, as it depends on those before; the render was then planned
   * anew, once, for chunks that each go through all frames before them, which starts an epoch too.
   */
  readonly dependent: number | null;
  readonly stage: Stage | null;
  /** 0 to 100; never falls within an epoch. */
  readonly progress: number;
  readonly framesRendered: number;
  /** 0 until the plan stands. */
  readonly totalFrames: number;
  readonly chunkCounts: ChunkCounts;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly etaSeconds: number | null;
  /** Key of the prepared plan in the store, once it stands. */
  readonly preparedKey: string | null;
  readonly outcome: 'completed' | 'completed_with_warnings' | 'failed' | 'cancelled' | null;
  readonly warnings: readonly Warning[];
  readonly error: RenderFailure | null;
  readonly output: RenderArtefact | null;
  readonly perf: RenderPerf | null;
}
