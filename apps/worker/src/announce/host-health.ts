/** Whether this host is to be trusted with steps: several renders that failed here point to the host (farm-practice 4). Pure. */

/** Failed steps of different renders that block a host. */
const BLOCKING_FAILURES = 3;
/** Time in which they have to fall, ms. */
export const BLOCKING_WINDOW_MS = 600_000;

export interface HostFailure {
  readonly renderId: string;
  /** In ms of any clock that does not jump. */
  readonly at: number;
  /** Code of the error. */
  readonly what: string;
}

export class HostHealth {
  #failures: readonly HostFailure[] = [];
  #blocked: string | null = null;

  /**
   * A step failed, by its code through no fault of the caller. True: so many renders failed that either the host is bad, or
   * what they brought is. `judge` has to find out.
   */
  failed(failure: HostFailure): boolean {
    const { renderId, at } = failure;
    this.#failures = this.#failures.filter((one) => one.renderId !== renderId && at - one.at <= BLOCKING_WINDOW_MS);
    this.#failures = [...this.#failures, failure];
    return this.#blocked === null && this.#failures.length >= BLOCKING_FAILURES;
  }

  /** Forgets the failures of which others are guilty; blocks the host when too many remain. */
  async judge(isGuilty: (failure: HostFailure) => Promise<boolean>): Promise<void> {
    const judged = this.#failures;
    const verdicts = await Promise.all(judged.map(isGuilty));
    const acquitted = new Set(judged.filter((_, at) => verdicts[at] === false));
    this.#failures = this.#failures.filter((one) => !acquitted.has(one));
    if (this.#failures.length < BLOCKING_FAILURES) return;
    const whats = [...new Set(this.#failures.map((one) => one.what))].join(', ');
    const minutes = BLOCKING_WINDOW_MS / 60_000;
    this.#blocked ??= `steps of ${this.#failures.length} renders failed here within ${minutes} minutes (${whats})`;
  }

  /** The operator has looked at the host: what failed before counts no more. */
  clear(): void {
    this.#failures = [];
    this.#blocked = null;
  }

  /** Why this host claims nothing, until the operator clears it or its worker is started again; null while it is healthy. */
  get blocked(): string | null {
    return this.#blocked;
  }
}
