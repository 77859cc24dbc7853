/** The BullMQ workers of this process, started, paused and ended together. */
import { openWorker } from '@framefarm/farm';
import type { Worker } from 'bullmq';
import { coordinateProcessor } from '../coordinator/coordinate-processor.js';
import type { Coordinator } from '../coordinator/coordinator.js';
import type { StepEnd } from '../steps/perform-step.js';
import type { Station } from '../steps/station.js';
import { stepProcessor } from '../steps/step-processor.js';
import type { Upkeep } from '../upkeep/upkeep.js';
import type { WorkerIdentity } from './identity.js';

/** Renders that one process leads at once; the limit of the farm is 10. */
const COORDINATED_AT_ONCE = 10;

export interface ConsumerParts {
  readonly identity: WorkerIdentity;
  readonly station: Station;
  readonly coordinator: Coordinator;
  readonly upkeep: Upkeep;
  readonly onStepEnd: (end: StepEnd) => void;
}

export class Consumers {
  readonly #renders: Worker;
  readonly #steps: readonly Worker[];
  readonly #upkeep: Worker;
  #resting = false;

  constructor({ identity, station, coordinator, upkeep, onStepEnd }: ConsumerParts) {
    const { redis, name, slots } = identity;
    const options = { autorun: false, name } as const;
    const step = stepProcessor(station, onStepEnd);
    this.#renders = openWorker('renders', redis, coordinateProcessor(coordinator), {
      ...options,
      concurrency: COORDINATED_AT_ONCE,
    });
    this.#steps = [
      openWorker('capture', redis, step, { ...options, concurrency: slots }),
      openWorker('media', redis, step, { ...options, concurrency: Math.max(2, slots) }),
    ];
    this.#upkeep = openWorker('upkeep', redis, upkeep.process, options);
  }

  start(): void {
    // What ends a loop is told by its worker's own events; the loop itself never matters to anybody.
    for (const worker of this.#all()) worker.run().catch(() => {});
  }

  /** Whether steps are claimed; those that run go on. A worker that rests takes none whatever is said. */
  async takeSteps(take: boolean): Promise<void> {
    if (take && this.#resting) return;
    for (const worker of this.#steps) await (take ? worker.resume() : worker.pause(true));
  }

  /** Takes nothing more, and hands the renders it leads to other coordinators at once. */
  async rest(): Promise<void> {
    this.#resting = true;
    await Promise.all(this.#all().map((worker) => worker.pause(true)));
    this.#renders.cancelAllJobs('the worker stops');
  }

  /** Steps that run are cancelled and handed back. */
  handBack(): void {
    for (const worker of this.#steps) worker.cancelAllJobs('the worker stops');
  }

  async close(): Promise<void> {
    await Promise.all(this.#all().map((worker) => worker.close()));
  }

  #all(): readonly Worker[] {
    return [this.#renders, ...this.#steps, this.#upkeep];
  }
}
