/**
 * Whether the store can be used, as it was a moment ago. A look writes, reads and removes an object: of those who ask, for which
 * they need no key, all of one second get the same one.
 */
import { asFramefarmError } from '@framefarm/contract';
import type { ObjectStore } from '@framefarm/storage';

/** How long what was seen is told again, ms. */
const FRESH_MS = 1_000;

export class StoreLook {
  #looking: Promise<string> | null = null;
  #seen: { readonly at: number; readonly state: string } | null = null;

  constructor(
    private readonly store: Pick<ObjectStore, 'check'>,
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
    const state = await this.store.check().then(
      () => 'ok',
      (error: unknown) => asFramefarmError(error).code,
    );
    this.#seen = { at: this.now(), state };
    return state;
  }
}
