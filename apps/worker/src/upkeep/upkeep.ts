/** Recurring work of the farm, done by one worker at a time: a schedule of BullMQ says when, an idle farm included. */
import { applyFarmRetention, type Farm } from '@framefarm/farm';
import type { ObjectStore } from '@framefarm/storage';
import type { Log } from '@framefarm/telemetry';
import type { Queue } from 'bullmq';

const RETENTION_EVERY_MS = 600_000;

export class Upkeep {
  constructor(
    private readonly farm: Farm,
    private readonly store: ObjectStore,
    private readonly queue: Queue,
    private readonly log: Log,
  ) {}

  /** Every worker says the same schedule; there is one. */
  async schedule(): Promise<void> {
    await this.queue.upsertJobScheduler('retention', { every: RETENTION_EVERY_MS }, { name: 'retention' });
  }

  /** What the schedule named `name` asks for. */
  async run(name: string): Promise<void> {
    if (name !== 'retention') return;
    try {
      const { removed, failed } = await applyFarmRetention(this.farm, this.store);
      if (removed.length > 0) this.log.info({ removed: removed.length }, 'retention removed objects of the store');
      const [first] = failed;
      if (first === undefined) return;
      this.log.warn(
        { failed: failed.length, first },
        'retention could not remove some objects; its next run tries again',
      );
    } catch (error) {
      // BullMQ keeps nothing of a job of a schedule that failed.
      this.log.error({ err: String(error) }, 'retention failed; its next run tries again');
      throw error;
    }
  }
}
