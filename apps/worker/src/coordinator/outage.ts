/**
 * Whether Redis was away a moment ago. While it was, nobody could beat: right after it every lease looks lapsed, although the
 * holders still work and will say so within a beat.
 */
import { FramefarmError } from '@framefarm/contract';
import { LEASE_MS } from '@framefarm/farm';

export class Outage {
  #seenAt: number | null = null;

  /** Notes what a call on the farm threw. `now` in ms of a clock that does not jump. */
  note(thrown: unknown, now = performance.now()): void {
    if (thrown instanceof FramefarmError && thrown.code === 'QUEUE_UNAVAILABLE') this.#seenAt = now;
  }

  /** True for one lease after the last failure. */
  isRecent(now = performance.now()): boolean {
    return this.#seenAt !== null && now - this.#seenAt < LEASE_MS;
  }
}
