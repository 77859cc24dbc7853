/** Webhooks that are owed. */
import type { BatchRecord } from '../records/batch-record.js';
import type { RenderRecord } from '../records/render-record.js';

/** A webhook that is due, with the record as it was at that moment. */
export type OwedDelivery = {
  /** Place in the outbox, for `done`. */
  readonly place: string;
  /** `webhook-id`: the same on every delivery of this event. `whd_…`, no `:`, so it serves as a job id too. */
  readonly id: string;
  readonly at: string;
} & (
  | { readonly type: `render.${string}`; readonly render: RenderRecord }
  | { readonly type: 'batch.completed'; readonly batch: BatchRecord }
);

/** Written by the scripts that end renders and batches; emptied by producers into queue `webhooks`. */
export interface Outbox {
  /** The oldest that nobody marked as done. Two producers may take the same one: its id makes one job of both. */
  take(limit: number): Promise<readonly OwedDelivery[]>;
  /** To be called once the deliveries are in the queue. */
  done(places: readonly string[]): Promise<void>;
}
