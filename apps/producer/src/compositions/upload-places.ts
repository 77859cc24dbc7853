/** Uploads that run at once in this producer, counted per owner, so that none fills the scratch directory for all (security 7). */
import { FramefarmError } from '@framefarm/contract';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type ProducerConfig } from '../config/producer-config.js';

@Injectable()
export class UploadPlaces {
  readonly #running = new Map<string, number>();

  constructor(@Inject(CONFIG) private readonly config: ProducerConfig) {}

  /** @throws FramefarmError RATE_LIMITED when the owner has as many uploads as it may have. */
  async use<T>(owner: string, upload: () => Promise<T>): Promise<T> {
    const { maxUploads } = this.config;
    const running = this.#running.get(owner) ?? 0;
    if (running >= maxUploads) {
      const message = `This key has ${running} uploads running; at most ${maxUploads} may run at once.`;
      throw new FramefarmError('RATE_LIMITED', message, { hint: 'Wait for the end of one of them.' });
    }
    this.#running.set(owner, running + 1);
    try {
      return await upload();
    } finally {
      const left = (this.#running.get(owner) ?? 1) - 1;
      if (left === 0) this.#running.delete(owner);
      else this.#running.set(owner, left);
    }
  }
}
