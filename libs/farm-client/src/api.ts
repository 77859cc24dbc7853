/** The objects of the HTTP API as a client sees them (http-api 1.4, 3.2, 3.6, 3.7). */
import type { Warning } from '@framefarm/contract';

export type RenderStatus =
  | 'queued'
  | 'preparing'
  | 'rendering'
  | 'assembling'
  | 'completed'
  | 'failing'
  | 'failed'
  | 'cancelling'
  | 'cancelled';

export interface Failure {
  readonly code: string;
  readonly owner: string;
  readonly retryable: boolean;
  readonly stage: string | null;
  readonly message: string;
  readonly hint?: string;
}

export interface Output {
  readonly url: string;
  readonly fileName: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
  readonly durationSeconds: number;
  readonly width: number;
  readonly height: number;
  readonly fps: string;
  readonly frames: number;
  /** ISO 8601. */
  readonly expiresAt: string;
}

export interface ChunkCounts {
  readonly total: number;
  readonly committed: number;
  readonly retries: number;
}

export interface Render {
  readonly id: string;
  readonly status: RenderStatus;
  readonly reason: string;
  readonly revision: number;
  readonly stage: string | null;
  /** 0 to 100. */
  readonly progress: number;
  readonly framesRendered: number;
  readonly totalFrames: number;
  /** Renders before it in the line; null unless queued. */
  readonly ahead: number | null;
  readonly epoch: number;
  readonly chunks: ChunkCounts;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly etaSeconds: number | null;
  readonly compositionId: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly batch: { readonly id: string; readonly row: number } | null;
  readonly labels: Readonly<Record<string, string>>;
  readonly outcome: string | null;
  readonly warnings?: readonly Warning[];
  readonly error: Failure | null;
  readonly output: Output | null;
}

export type BatchStatus = 'running' | 'completed' | 'partial' | 'failed' | 'cancelled';

export interface Batch {
  readonly id: string;
  readonly status: BatchStatus;
  readonly counts: Readonly<
    Record<'total' | 'queued' | 'rendering' | 'completed' | 'failed' | 'skipped' | 'cancelled', number>
  >;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  readonly labels: Readonly<Record<string, string>>;
}

export interface Queue {
  readonly maxConcurrentRenders: number;
  readonly activeRenders: number;
  readonly queuedRenders: number;
}

export interface FarmWorker {
  readonly id: string;
  readonly name: string;
  readonly host: string;
  readonly slots: number;
  readonly versions: Readonly<Record<string, string>>;
  readonly sandbox: boolean;
  readonly cores: number;
  readonly memoryMb: number;
  readonly freeMemoryMb: number;
  readonly draining: boolean;
  readonly blocked: string | null;
  readonly work: readonly { readonly renderId: string; readonly kind: string; readonly frames: number }[];
}

export interface StepLog {
  readonly stepId: string;
  readonly lines: readonly string[];
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** Body of `POST /renders`: a source, options of a render by their names in the API, and what is the farm's own. */
export type RenderBody = Readonly<Record<string, unknown>>;
/** Body of `POST /batches`: that of a render with its rows. */
export type BatchBody = Readonly<Record<string, unknown>>;

/** Statuses after which nothing of a render happens any more. */
export const ENDED: readonly RenderStatus[] = ['completed', 'failed', 'cancelled'];
/** The event that ends the stream of a render, and of a batch. */
export const LAST_OF_RENDER = ['completed', 'failed', 'cancelled'] as const;
export const LAST_OF_BATCH = ['batch-completed'] as const;
