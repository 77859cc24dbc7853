/** Whether the store can be written, looked at from time to time and when a step met it away: a worker without it can finish nothing. */
import { asFramefarmError, type FramefarmError } from '@framefarm/contract';
import type { ObjectStore } from '@framefarm/storage';

const EVERY_MS = 5_000;

export class StoreWatch {
  #fault: FramefarmError | null = null;
  #looking: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(private readonly store: Pick<ObjectStore, 'check'>) {}

  /** From a store that answered a moment ago. */
  start(): void {
    this.#timer = setInterval(() => void this.look(), EVERY_MS);
  }

  /** `ok`, or the code of the error. */
  get state(): string {
    return this.#fault?.code ?? 'ok';
  }

  /** Why the worker claims nothing, in words; null while the store can be used. */
  get obstacle(): string | null {
    return this.#fault === null ? null : `the store cannot be used now: ${this.#fault.message}`;
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  /** Looks now; who comes during a look gets what that one sees. */
  look(): Promise<void> {
    this.#looking ??= this.#check().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #check(): Promise<void> {
    this.#fault = await this.store.check().then(
      () => null,
      (error: unknown) => asFramefarmError(error),
    );
  }
}
