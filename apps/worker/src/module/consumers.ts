/** The BullMQ workers of this process, started, paused and ended together. */
import type { Worker } from 'bullmq';
import type { EndingSteps } from '../steps/ending-steps.js';
import type { Processors } from './processors.js';

export class Consumers {
  #resting = false;

  /** The processors have their workers once the module is initialised. */
  constructor(
    private readonly processors: Processors,
    private readonly ending: EndingSteps,
  ) {}

  start(): void {
    // What ends a loop is told by its worker's own events; the loop itself never matters to anybody.
    for (const worker of this.#all()) worker.run().catch(() => {});
  }

  /** Whether steps are claimed; those that run go on. A worker that rests takes none whatever is said. */
  async takeSteps(take: boolean): Promise<void> {
    if (take && this.#resting) return;
    for (const worker of this.#steps()) await (take ? worker.resume() : worker.pause(true));
  }

  /** Takes nothing more, and hands the renders it leads to other coordinators at once. */
  async rest(): Promise<void> {
    this.#resting = true;
    await Promise.all(this.#all().map((worker) => worker.pause(true)));
    this.processors.renders.worker.cancelAllJobs('the worker stops');
  }

  /** Steps that run are cancelled and handed back. */
  handBack(): void {
    for (const worker of this.#steps()) worker.cancelAllJobs('the worker stops');
    this.ending.handBack();
  }

  /** `force`: waits for nothing, for a Redis that does not answer. */
  async close(force: boolean): Promise<void> {
    await Promise.all(this.#all().map((worker) => worker.close(force)));
  }

  #steps(): readonly Worker[] {
    return [this.processors.capture.worker, this.processors.media.worker];
  }

  #all(): readonly Worker[] {
    return [this.processors.renders.worker, ...this.#steps(), this.processors.upkeep.worker];
  }
}
