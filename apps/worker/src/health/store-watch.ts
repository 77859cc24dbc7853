/** Whether the store can be written, looked at from time to time: a worker without it can finish nothing. */
import { asFramefarmError } from '@framefarm/contract';
import type { ObjectStore } from '@framefarm/storage';

const EVERY_MS = 5_000;

export class StoreWatch {
  #state = 'ok';
  #looking = false;
  readonly #timer: NodeJS.Timeout;

  /** The store answered a moment ago. */
  constructor(private readonly store: Pick<ObjectStore, 'check'>) {
    this.#timer = setInterval(() => void this.#look(), EVERY_MS);
  }

  /** `ok`, or the code of the error. */
  get state(): string {
    return this.#state;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      await this.store.check();
      this.#state = 'ok';
    } catch (error) {
      this.#state = asFramefarmError(error).code;
    } finally {
      this.#looking = false;
    }
  }
}
