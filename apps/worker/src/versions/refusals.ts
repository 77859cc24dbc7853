/** Jobs of renders whose version this build does not understand: left to workers that do (farm-practice 3, security 8). */
import { offerAgain, UNDERSTOOD, UNVERSIONED, understands, versionsInWords, type Workers } from '@framefarm/farm';
import type { Log } from '@framefarm/telemetry';
import type { Job } from 'bullmq';

/** Pause until the job is offered again, ms, while some worker understands it: that one should be quicker. */
const ELSEWHERE_PAUSE_MS = 250;
/** The same while none does, ms: it has to be started first. */
const NOBODY_PAUSE_MS = 2_000;
/** Renders of which the log has told already. */
const TOLD_AT_MOST = 1_000;

interface Versioned {
  /** Absent in jobs that were written before there were versions. */
  readonly version?: number;
  readonly renderId: string;
}

export interface RefusalParts {
  readonly workers: Workers;
  readonly log: Log;
  /** Called for each job that is handed back. */
  readonly onDeclined: () => void;
}

export class Refusals {
  readonly #told = new Set<string>();
  #count = 0;

  constructor(private readonly parts: RefusalParts) {}

  /** Jobs handed back since the start. */
  get count(): number {
    return this.#count;
  }

  /**
   * Hands the job back when it is of a version that this build does not understand; that is no failed try of anything.
   * @throws DelayedError what BullMQ has to hear then.
   */
  async decline(job: Job<Versioned>, token: string | undefined): Promise<void> {
    const { version = UNVERSIONED, renderId } = job.data;
    if (understands(UNDERSTOOD, version)) return;
    this.#count += 1;
    this.parts.onDeclined();
    this.#tell(renderId, version);
    const others = await this.parts.workers.list();
    const isWanted = others.some((one) => one.understands !== undefined && understands(one.understands, version));
    await offerAgain(job, token, isWanted ? ELSEWHERE_PAUSE_MS : NOBODY_PAUSE_MS);
  }

  #tell(renderId: string, version: number): void {
    if (this.#told.has(renderId)) return;
    const [oldest] = this.#told;
    if (this.#told.size >= TOLD_AT_MOST && oldest !== undefined) this.#told.delete(oldest);
    this.#told.add(renderId);
    const own = versionsInWords(UNDERSTOOD);
    const facts = { renderId, version, reason: 'version' };
    this.parts.log.info(facts, `the render is left to others: it is of version ${version}, this worker does ${own}`);
  }
}
