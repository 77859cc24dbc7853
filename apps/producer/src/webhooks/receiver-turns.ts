/** Whose turn it is: a receiver that hangs, with thousands of deliveries before it, keeps no other receiver waiting. */

/** Tries of one receiver at once. */
export const TRIES_PER_RECEIVER = 4;

export class ReceiverTurns {
  readonly #busy = new Map<string, number>();
  readonly #waiting = new Map<string, Set<string>>();

  /** True: the turn is this job's until `leave`. False: it waits until a `leave` names it, or asks again. */
  take(receiver: string, jobId: string): boolean {
    const busy = this.#busy.get(receiver) ?? 0;
    const waiting = this.#waiting.get(receiver) ?? new Set();
    if (busy >= TRIES_PER_RECEIVER) {
      this.#waiting.set(receiver, waiting.add(jobId));
      return false;
    }
    this.#busy.set(receiver, busy + 1);
    this.#drop(receiver, jobId);
    return true;
  }

  /** Gives a turn back; the job that has waited longest, if there is one. */
  leave(receiver: string): string | undefined {
    const busy = (this.#busy.get(receiver) ?? 0) - 1;
    if (busy > 0) this.#busy.set(receiver, busy);
    else this.#busy.delete(receiver);
    const [next] = this.#waiting.get(receiver) ?? [];
    if (next !== undefined) this.#drop(receiver, next);
    return next;
  }

  #drop(receiver: string, jobId: string): void {
    const waiting = this.#waiting.get(receiver);
    waiting?.delete(jobId);
    if (waiting?.size === 0) this.#waiting.delete(receiver);
  }
}
