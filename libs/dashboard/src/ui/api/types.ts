/** The part of the HTTP API's objects that the dashboard shows (http-api 3.2, 3.6). */
export type Status =
  | 'queued'
  | 'preparing'
  | 'rendering'
  | 'assembling'
  | 'completed'
  | 'failing'
  | 'failed'
  | 'cancelling'
  | 'cancelled';

export const TERMINAL: readonly Status[] = ['completed', 'failed', 'cancelled'];

export interface Failure {
  readonly code: string;
  readonly owner: string;
  readonly retryable: boolean;
  readonly stage: string | null;
  readonly message: string;
  readonly hint?: string;
}

export interface ChunkCounts {
  readonly total: number;
  readonly committed: number;
  readonly retries: number;
  readonly reused?: number;
}

export interface Render {
  readonly id: string;
  readonly status: Status;
  readonly reason: string;
  readonly revision: number;
  readonly epoch: number;
  readonly stage: string | null;
  readonly progress: number;
  readonly framesRendered: number;
  readonly totalFrames: number;
  readonly ahead: number | null;
  readonly chunks: ChunkCounts;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly etaSeconds: number | null;
  readonly compositionId: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly batch: { readonly id: string; readonly row: number } | null;
  readonly labels: Readonly<Record<string, string>>;
  readonly warnings?: readonly { readonly code: string; readonly message: string }[];
  readonly error: Failure | null;
  readonly output: {
    readonly fileName: string;
    readonly contentType: string;
    readonly size: number;
    readonly durationSeconds: number;
    readonly width: number;
    readonly height: number;
    readonly frames: number;
  } | null;
  readonly perf?: { readonly stages: Readonly<Record<string, number>> } | null;
}

export interface Chunk {
  readonly index: number;
  readonly firstFrame: number;
  readonly frames: number;
  readonly state: 'pending' | 'claimed' | 'committed' | 'failed';
  readonly attempts: number;
  readonly worker: string | null;
  readonly ms: number | null;
  readonly reused: boolean;
}

export interface StepLog {
  readonly stepId: string;
  readonly lines: readonly string[];
}

export interface Batch {
  readonly id: string;
  readonly status: string;
  readonly counts: Readonly<
    Record<'total' | 'queued' | 'rendering' | 'completed' | 'failed' | 'skipped' | 'cancelled', number>
  >;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  readonly labels: Readonly<Record<string, string>>;
}

export interface Worker {
  readonly id: string;
  readonly name: string;
  readonly host: string;
  readonly slots: number;
  readonly versions: Readonly<Record<string, string>>;
  readonly cores: number;
  readonly memoryMb: number;
  readonly freeMemoryMb: number;
  readonly rssMb: number;
  readonly startedAt: string;
  readonly draining: boolean;
  readonly blocked: string | null;
  readonly work: readonly {
    readonly renderId: string;
    readonly kind: string;
    readonly since: string;
    readonly frames: number;
  }[];
}

export interface Queue {
  readonly maxConcurrentRenders: number;
  readonly activeRenders: number;
  readonly queuedRenders: number;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}
