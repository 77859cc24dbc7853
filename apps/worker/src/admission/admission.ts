/**
 * Lets renders in: takes permits for the next ones in line and hands each to a coordinator through the queue `renders`.
 * Only workers do this, so that nothing is admitted while none runs.
 */
import type { CoordinatePayload, Farm, RunInLine } from '@framefarm/farm';
import type { Log } from '@framefarm/telemetry';
import type { Queue } from 'bullmq';

/** Longest time between two looks at the line, ms; changes are told sooner. */
const LOOK_EVERY_MS = 1_000;

export class Admission {
  #timer: NodeJS.Timeout | null = null;
  #unwatch: () => void = () => {};
  #looking = false;
  #again = false;
  #stopped = false;

  constructor(
    private readonly farm: Farm,
    private readonly renders: Queue<CoordinatePayload>,
    private readonly log: Log,
  ) {}

  start(): void {
    this.#unwatch = this.farm.events.watchFarm(() => void this.#look());
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS);
    void this.#look();
  }

  stop(): void {
    this.#stopped = true;
    this.#unwatch();
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  /** Gives a render that holds a permit to a coordinator; nothing happens when one has it. */
  async coordinate({ renderId, epoch, version }: RunInLine): Promise<void> {
    const payload: CoordinatePayload = { version, renderId, epoch };
    await this.renders.add('coordinate', payload, { jobId: `${renderId}-${epoch}` });
  }

  /** One look at a time; a change during a look leads to one more. */
  async #look(): Promise<void> {
    this.#again = this.#looking;
    if (this.#looking || this.#stopped) return;
    this.#looking = true;
    try {
      for (const run of await this.farm.line.admit()) {
        const { renderId, epoch } = run;
        this.log.info({ renderId, epoch, status: 'preparing', reason: 'admitted' }, 'render admitted');
        await this.coordinate(run);
      }
    } catch (error) {
      this.log.warn({ err: String(error) }, 'the line cannot be read now');
    } finally {
      this.#looking = false;
    }
    if (this.#again) await this.#look();
  }
}
