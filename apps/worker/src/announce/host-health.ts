/** Whether this host is to be trusted with steps: several renders that failed here point to the host (farm-practice 4). Pure. */

/** Failed steps of different renders that block a host. */
export const BLOCKING_FAILURES = 3;
/** Time in which they have to fall, ms. */
export const BLOCKING_WINDOW_MS = 600_000;

/**
 * What a page can bring about by itself, by never coming to its end: were it counted, three such compositions would put every
 * worker of a farm out of work (security 1: no author stops the renders of others).
 */
const BY_PAGES: ReadonlySet<string> = new Set(['NAVIGATION_TIMEOUT', 'CAPTURE_STALLED']);

interface Failure {
  readonly renderId: string;
  readonly at: number;
  readonly what: string;
}

export class HostHealth {
  #failures: Failure[] = [];
  #blocked: string | null = null;

  /** A step failed, by its code through no fault of the caller. `at` in ms of any clock that does not jump. */
  failed(renderId: string, what: string, at: number): void {
    if (BY_PAGES.has(what)) return;
    this.#failures = this.#failures.filter((one) => one.renderId !== renderId && at - one.at <= BLOCKING_WINDOW_MS);
    this.#failures.push({ renderId, at, what });
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
