/** Directories for uploads and inline documents on their way to the store; gone after use and with the service, however it ends. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createScratch, type Scratch as OwnedDirectory } from '@framefarm/process';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type ProducerConfig } from '../config/producer-config.js';

@Injectable()
export class Scratch implements OnApplicationShutdown {
  #root: Promise<OwnedDirectory> | null = null;

  constructor(@Inject(CONFIG) private readonly config: ProducerConfig) {}

  /** Runs `work` with a new empty directory of mode 0700, which is removed afterwards. */
  async use<T>(work: (directory: string) => Promise<T>): Promise<T> {
    this.#root ??= createScratch(this.config.scratch ?? tmpdir(), 'framefarm-producer-');
    const { path } = await this.#root;
    const directory = await mkdtemp(join(path, 'upload-'));
    try {
      return await work(directory);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await (await this.#root)?.remove();
  }
}
