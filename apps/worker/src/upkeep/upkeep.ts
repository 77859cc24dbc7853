/** Recurring work of the farm, done by one worker at a time: a schedule of BullMQ says when, an idle farm included. */
import { applyFarmRetention, type Farm, removeDue } from '@framefarm/farm';
import type { ObjectStore } from '@framefarm/storage';
import type { Log } from '@framefarm/telemetry';
import type { Queue } from 'bullmq';

/** Walks through the store. */
const RETENTION_EVERY_MS = 600_000;
/** Asks the records alone: who deletes a render does not wait for a whole run. */
const REMOVAL_EVERY_MS = 5_000;

export class Upkeep {
  constructor(
    private readonly farm: Farm,
    private readonly store: ObjectStore,
    private readonly queue: Queue,
    private readonly log: Log,
  ) {}

  /** Every worker says the same schedules; there is one of each. */
  async schedule(): Promise<void> {
    await this.queue.upsertJobScheduler('removal', { every: REMOVAL_EVERY_MS }, { name: 'removal' });
    await this.queue.upsertJobScheduler('retention', { every: RETENTION_EVERY_MS }, { name: 'retention' });
  }

  /** What the schedule named `name` asks for. */
  async run(name: string): Promise<void> {
    const work = { removal: () => this.#removeDue(), retention: () => this.#applyRetention() }[name];
    try {
      await work?.();
    } catch (error) {
      // BullMQ keeps nothing of a job of a schedule that failed.
      this.log.error({ err: String(error) }, `${name} failed; its next run tries again`);
      throw error;
    }
  }

  /** What could not be removed stays due, and is told of by the next run of retention. */
  async #removeDue(): Promise<void> {
    await removeDue(this.farm, this.store);
  }

  async #applyRetention(): Promise<void> {
    const { removed, failed } = await applyFarmRetention(this.farm, this.store);
    if (removed.length > 0) this.log.info({ removed: removed.length }, 'retention removed objects of the store');
    const [first] = failed;
    if (first === undefined) return;
    this.log.warn(
      { failed: failed.length, first },
      'retention could not remove some objects; its next run tries again',
    );
  }
}
