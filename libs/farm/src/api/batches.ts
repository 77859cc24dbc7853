/** Batches and their rows (http-api 3.6). */
import type { BatchStreamEvent, StoredEvent } from '../events/render-events.js';
import type { BatchRecord, BatchRowRecord, BatchSubmission } from '../records/batch-record.js';
import type { Page } from './page.js';
import type { IdempotencyClaim, Submitted } from './submitted.js';

export interface Batches {
  submit(batch: BatchSubmission, idempotency?: IdempotencyClaim): Promise<Submitted<BatchRecord>>;
  get(id: string): Promise<BatchRecord | null>;
  list(owner: string, limit: number, after?: string): Promise<Page<BatchRecord>>;
  rows(id: string): Promise<readonly BatchRowRecord[]>;
  /** Launches the rows that may start, counts the ended ones, ends the batch; safe to call at any time by anybody. */
  advance(id: string): Promise<BatchRecord | null>;
  /** Batches that are not ended. */
  running(): Promise<readonly string[]>;
  cancel(id: string, by: string): Promise<BatchRecord | null>;
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
