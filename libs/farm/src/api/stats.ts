/** What metrics show. */
import type { RenderStatus } from '../records/states.js';
import type { QueueStatus } from './line.js';

/** Everything that metrics show, read at one instant. */
export interface FarmStats extends QueueStatus {
  /** How long the head of the line has waited, ms; 0 when nobody waits. */
  readonly oldestWaitMs: number;
  /** Renders that are kept, by status. */
  readonly renders: Readonly<Partial<Record<RenderStatus, number>>>;
  /** Counted since the farm began: `accepted`, `completed`, `failed`, `cancelled`, `frames`, `chunks`, `reused`, `retries`, `error:<code>`. */
  readonly totals: Readonly<Record<string, number>>;
  /** Chunks of the renders in flight. */
  readonly chunks: {
    readonly pending: number;
    readonly claimed: number;
    readonly committed: number;
    readonly failed: number;
  };
  readonly workers: number;
  readonly owedDeliveries: number;
  /** Time of the stages of completed renders since the farm began; `counts` by the bounds of `STAGE_SECONDS`, then all above. */
  readonly stageSeconds: Readonly<Record<string, { readonly counts: readonly number[]; readonly sum: number }>>;
  /** Bytes in the store when it was last cleaned. */
  readonly storeBytes: number;
  readonly runningBatches: number;
}
