/** A delivery as the queue and the log hold it. */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'stopped';

export interface DeliveryAttempt {
  readonly at: string;
  /** HTTP status, or null when no answer came. */
  readonly status: number | null;
  readonly ms: number;
  /** At most 1 KB of the answer, or why there was none. */
  readonly excerpt: string;
}

export interface Delivery {
  /** The stable `webhook-id`. */
  readonly id: string;
  readonly owner: string;
  readonly type: string;
  readonly url: string;
  readonly status: DeliveryStatus;
  /** Oldest first; at most `KEPT_ATTEMPTS`. */
  readonly attempts: readonly DeliveryAttempt[];
  readonly createdAt: string;
  /** The exact bytes that every try sends. */
  readonly body: string;
}

/**
 * Tries of a delivery that are kept, the last ones: sending again can be asked for without end. More than the schedule has, which
 * goes by their number.
 */
export const KEPT_ATTEMPTS = 20;

export function withAttempt(delivery: Delivery, attempt: DeliveryAttempt): Delivery {
  return { ...delivery, attempts: [...delivery.attempts, attempt].slice(-KEPT_ATTEMPTS) };
}

/** What the log shows: the body is the render or batch, which has its own address. */
export function publicDelivery({ body: _body, owner: _owner, ...shown }: Delivery): object {
  return shown;
}

/** `whd_`, the suffix of the render or batch, its run, and what happened. */
const ID = /^whd_([0-9A-Za-z]{26})-[\w-]{1,64}$/;

/** The suffix under which the deliveries of a render or batch are kept; null for no id of ours. */
export function subjectOf(deliveryId: string): string | null {
  return ID.exec(deliveryId)?.[1] ?? null;
}
