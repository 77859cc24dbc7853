/** Records of renders: written, read, moved and removed. */

import type { Stage, SurfaceObstacle, Warning } from '@framefarm/contract';
import type {
  RenderArtefact,
  RenderFailure,
  RenderPerf,
  RenderRecord,
  RenderSubmission,
} from '../records/render-record.js';
import type { RenderStatus, TransitionReason } from '../records/states.js';
import type { Page } from './page.js';
import type { IdempotencyClaim, Submitted } from './submitted.js';

export interface RenderFilter {
  readonly owner: string;
  readonly status?: readonly RenderStatus[];
  readonly batch?: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** Epoch ms. */
  readonly createdAfter?: number;
  readonly createdBefore?: number;
}

/** What a transition writes beside state and reason. */
export interface RecordPatch {
  readonly stage?: Stage | null;
  readonly totalFrames?: number;
  readonly preparedKey?: string;
  readonly warnings?: readonly Warning[];
  readonly outcome?: RenderRecord['outcome'];
  readonly error?: RenderFailure;
  readonly output?: RenderArtefact;
  readonly perf?: RenderPerf;
  readonly refuted?: SurfaceObstacle;
  readonly dependent?: number;
}

/** Moved false: the record does not allow this way now, or belongs to another epoch; nothing was changed. */
export interface Moved {
  readonly moved: boolean;
  readonly record: RenderRecord | null;
}

/** `full`: the owner has as many renders in the line as the caller allows. */
export type SubmittedToLine = Submitted<RenderRecord> | { readonly outcome: 'full' };

export interface Requeued extends Moved {
  /** Its place in the line when it came there; null where it was not moved by this call. */
  readonly ahead?: number | null;
  /** The owner has as many renders in the line as the caller allows; the record is not looked at. */
  readonly full?: true;
  /** `replayed`: the idempotency key was used for this before (moved says true); `reused`: for another request. */
  readonly key?: 'replayed' | 'reused';
}

export interface RenderRecords {
  /**
   * Creates record, place in the line, event `queued` and idempotency record in one step, unless `mostQueued` renders of the
   * owner wait already.
   */
  submit(submission: RenderSubmission, idempotency?: IdempotencyClaim, mostQueued?: number): Promise<SubmittedToLine>;
  get(id: string): Promise<RenderRecord | null>;
  /** Newest first; `after` is the `next` of the page before. `limit` 1 to 100. */
  list(filter: RenderFilter, limit: number, after?: string): Promise<Page<RenderRecord>>;
  /** Renders ahead in the effective order, caps of owners left out; 0 = next; null unless queued. */
  ahead(id: string): Promise<number | null>;
  /**
   * One transition of the table; the only way a status changes. A terminal one gives the permit back in the same step, and is
   * refused while a claim is live. `failing` and `cancelling` go on to their end at once when no claim is live. `admitted` is
   * left to `Line.admit`.
   */
  move(id: string, epoch: number, reason: TransitionReason, patch?: RecordPatch): Promise<Moved>;
  /** Cancels: a queued render at once, a running one by way of `cancelling`. Idempotent. */
  cancel(id: string, by: string): Promise<Moved>;
  /** Queues a failed or cancelled render again under the next epoch, unless `mostQueued` renders of its owner wait already. */
  requeue(id: string, idempotency?: IdempotencyClaim, mostQueued?: number): Promise<Requeued>;
  /**
   * Removes a terminal render's record, events and rows; a tombstone stays for the idempotency window. A wish of the owner to
   * delete it (`Retention.deleteSoon`) is its reason, whatever the caller says.
   */
  remove(id: string, reason: 'expired' | 'deleted'): Promise<boolean>;
  /** Why a removed render is gone, while its tombstone stands. */
  tombstone(id: string): Promise<'expired' | 'deleted' | null>;
  warn(id: string, epoch: number, warnings: readonly Warning[]): Promise<void>;
}
