import 'reflect-metadata';
import type { WorkerSettings } from '@framefarm/contract';
import { NestFactory } from '@nestjs/core';
import type { OpenLanes } from './lane/lanes.js';
import { WorkerLife } from './module/worker-life.js';
import { workerModule } from './module/worker-module.js';

export interface WorkerHandle {
  /** Port of the health listener; null without one. */
  readonly healthPort: number | null;
  /** Resolves when the farm asks this worker to drain (http-api 3, `POST /farm/workers/:id/drain`). */
  readonly drainAsked: Promise<void>;
  /** Takes nothing more, lets running steps finish within the drain time of the settings, hands back the rest, then closes. */
  drain(): Promise<void>;
  /** As `drain` without waiting for running steps. May be called during a drain, which it cuts short. */
  close(): Promise<void>;
}

/**
 * Starts a worker in this process; resolves when it takes steps.
 * `openLanes`: where its steps are done; lane processes of this machine without it.
 * @throws FramefarmError `VALIDATION_FAILED`, `QUEUE_UNAVAILABLE`, `STORE_UNAVAILABLE` or `DISK_FULL`, naming the setting.
 */
export async function startWorker(settings: WorkerSettings, openLanes?: OpenLanes): Promise<WorkerHandle> {
  const app = await NestFactory.createApplicationContext(workerModule(settings, openLanes), {
    logger: false,
    abortOnError: false,
  });
  const life = app.get(WorkerLife);
  const drainAsked = new Promise<void>((resolve) => {
    life.onDrainAsked = resolve;
  });
  return {
    healthPort: life.healthPort,
    drainAsked,
    drain: async () => {
      await life.drain(settings.drainSeconds);
      await app.close();
    },
    close: () => app.close(),
  };
}
