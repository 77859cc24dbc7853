/** Steps on their way to the workers: jobs of the queues `capture` and `media`, which only say "look at this step". */
import type { RunInLine, Step, StepPayload, StepRow } from '@framefarm/farm';
import type { Queue } from 'bullmq';

/** A job that was added is looked after again after this long, ms: adding it once more changes nothing while it is there. */
const AGAIN_AFTER_MS = 5_000;

export interface StepQueues {
  readonly capture: Queue<StepPayload>;
  readonly media: Queue<StepPayload>;
}

export interface Delivery {
  readonly step: Step;
  readonly attempt: number;
  readonly notOn: readonly string[];
  readonly delayMs: number;
}

/** The deliveries of one run of a render. */
export class Deliveries {
  readonly #added = new Map<string, number>();

  constructor(
    private readonly queues: StepQueues,
    private readonly run: RunInLine,
  ) {}

  async add({ step, attempt, notOn, delayMs }: Delivery): Promise<void> {
    const jobId = this.#jobId(step, attempt);
    this.#added.set(jobId, performance.now() + delayMs);
    const payload: StepPayload = { ...this.run, step, attempt, notOn };
    await this.#queueOf(step).add(step.kind, payload, { jobId, ...(delayMs > 0 ? { delay: delayMs } : {}) });
  }

  /** Adds the job of a step that is due unless that was done a moment ago. */
  async repeat({ step, attempt, failedOn }: StepRow): Promise<void> {
    const last = this.#added.get(this.#jobId(step, attempt));
    if (last !== undefined && performance.now() - last < AGAIN_AFTER_MS) return;
    await this.add({ step, attempt, notOn: failedOn, delayMs: 0 });
  }

  /** Removes the jobs of steps that nobody runs; one that is being looked at ends by itself. */
  async withdraw(rows: readonly StepRow[]): Promise<void> {
    await Promise.all(
      rows.map(({ step, attempt }) =>
        this.#queueOf(step)
          .remove(this.#jobId(step, attempt))
          .catch(() => 0),
      ),
    );
  }

  #queueOf({ kind }: Step): Queue<StepPayload> {
    return kind === 'prepare' || kind === 'capture' ? this.queues.capture : this.queues.media;
  }

  #jobId({ id }: Step, attempt: number): string {
    return `${this.run.renderId}-${this.run.epoch}-${id}-${attempt}`;
  }
}
