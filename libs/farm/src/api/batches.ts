/** Batches and their rows (http-api 3.6). */
import type { BatchStreamEvent, StoredEvent } from '../events/render-events.js';
import type { BatchRecord, BatchRowRecord, BatchSubmission } from '../records/batch-record.js';
import type { Page } from './page.js';
import type { IdempotencyClaim, Submitted } from './submitted.js';

/** What a cancel left: the batch, and the renders of rows that ended by it while they waited. */
export interface CancelledBatch {
  readonly record: BatchRecord;
  readonly ended: readonly string[];
}

export interface Batches {
  submit(batch: BatchSubmission, idempotency?: IdempotencyClaim): Promise<Submitted<BatchRecord>>;
  get(id: string): Promise<BatchRecord | null>;
  list(owner: string, limit: number, after?: string): Promise<Page<BatchRecord>>;
  rows(id: string): Promise<readonly BatchRowRecord[]>;
  /** Launches the rows that may start, counts the ended ones, ends the batch; safe to call at any time by anybody. */
  advance(id: string): Promise<BatchRecord | null>;
  /** Batches that are not ended. */
  running(): Promise<readonly string[]>;
  /** Cancels a batch and its rows; idempotent. */
  cancel(id: string, by: string): Promise<CancelledBatch | null>;
  /** Forgets an ended batch; renders of its rows that are still kept stay. */
  remove(id: string): Promise<boolean>;
  readEvents(
    id: string,
    after: string | null,
    limit: number,
  ): Promise<{
    readonly events: readonly StoredEvent<BatchStreamEvent>[];
    readonly trimmed: boolean;
    readonly last: string | null;
  }>;
}
