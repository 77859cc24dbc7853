/** The way out: no new work, open requests may end, then the listener closes (http-api 4.5). */

import { FramefarmError } from '@framefarm/contract';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';

/** Longest wait for open requests that are neither streams nor waiting renders, ms. */
const FINISH_MS = 10_000;

@Injectable()
export class Drain implements BeforeApplicationShutdown {
  #draining = false;
  #open = 0;
  #idle: (() => void) | null = null;

  get draining(): boolean {
    return this.#draining;
  }

  /** @throws FramefarmError DRAINING */
  refuseNewWork(): void {
    if (this.#draining) throw new FramefarmError('DRAINING', 'This service is stopping and takes no new work.');
  }

  /** Counts work that shutting down waits for; returns the call that ends it. */
  hold(): () => void {
    this.#open += 1;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#open -= 1;
      if (this.#open === 0) this.#idle?.();
    };
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#draining = true;
    if (this.#open === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, FINISH_MS);
      this.#idle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
