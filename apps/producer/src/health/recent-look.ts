/**
 * Whether something can be used, as it was a moment ago. A look at the store writes, reads and removes an object, one at Redis
 * writes a key: of those who ask, for which they need no key of ours, all of one second get the same one.
 */
import { asFramefarmError } from '@framefarm/contract';

/** How long what was seen is told again, ms. */
const FRESH_MS = 1_000;

export class RecentLook {
  #looking: Promise<string> | null = null;
  #seen: { readonly at: number; readonly state: string } | null = null;

  constructor(
    private readonly check: () => Promise<void>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** `ok`, or the code of the error. */
  async state(): Promise<string> {
    if (this.#seen !== null && this.now() - this.#seen.at < FRESH_MS) return this.#seen.state;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #look(): Promise<string> {
    const state = await this.check().then(
      () => 'ok',
      (error: unknown) => asFramefarmError(error).code,
    );
    this.#seen = { at: this.now(), state };
    return state;
  }
}
