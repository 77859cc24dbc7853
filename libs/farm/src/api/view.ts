/** All that is known of the present run of a render, read at one moment. */
import type { ChunkRow } from '../records/chunk-row.js';
import type { RenderRecord } from '../records/render-record.js';
import type { StepRow } from '../steps/payloads.js';

export interface RunLook {
  readonly record: RenderRecord;
  readonly steps: readonly StepRow[];
  /** Ids of the steps whose holder has beaten within the lease. */
  readonly live: ReadonlySet<string>;
  readonly chunks: readonly ChunkRow[];
  /** Epoch ms by the clock of Redis. */
  readonly now: number;
}

/** For who looks at one render again and again: rows that did not change are not decoded anew. */
export interface RunView {
  /** Null when there is no such render any more. */
  look(): Promise<RunLook | null>;
}
