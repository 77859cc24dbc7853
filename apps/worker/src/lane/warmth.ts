/** Ends what idle lanes keep warm for renders that were cancelled or have failed: terminal means quiet (farm-practice 2). */
import type { Farm } from '@framefarm/farm';
import type { Lanes } from './lanes.js';

const LOOK_EVERY_MS = 500;

export class Warmth {
  #timer: NodeJS.Timeout | null = null;
  #looking = false;

  constructor(
    private readonly farm: Farm,
    private readonly lanes: Lanes,
  ) {}

  start(): void {
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS);
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      for (const renderId of this.lanes.warmFor()) {
        const record = await this.farm.renders.get(renderId);
        // A completed one leaves its browser to the next render of the same composition.
        const over = record === null || /^(failing|failed|cancelling|cancelled)$/.test(record.status);
        if (over) await this.lanes.forget(renderId);
      }
    } catch {
      // Without Redis nothing is known; what is warm ends by itself after a while.
    } finally {
      this.#looking = false;
    }
  }
}
