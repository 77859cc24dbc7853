/** Says once a second, and at once when work begins or ends, who this worker is and what it does. */
import { hostname } from 'node:os';
import { asFramefarmError } from '@framefarm/contract';
import { type Farm, UNDERSTOOD, type WorkerInfo } from '@framefarm/farm';
import { usableCores, usableMemory } from '@framefarm/render';
import type { Log } from '@framefarm/telemetry';
import type { StoreWatch } from '../health/store-watch.js';
import type { Lanes } from '../lane/lanes.js';
import type { WorkBoard } from '../steps/work-board.js';
import type { Refusals } from '../versions/refusals.js';
import { lowDisk } from './disk.js';
import type { HostHealth } from './host-health.js';
import type { MachineTools } from './versions.js';

const EVERY_MS = 1_000;

export interface Announced {
  readonly id: string;
  readonly name: string;
  readonly slots: number;
  readonly tags: readonly string[];
  readonly tools: MachineTools;
  readonly sandbox: boolean;
  /** Where steps work and what they share is kept; each needs room. */
  readonly directories: readonly string[];
}

export interface AnnouncerEvents {
  /** The farm asked this worker to drain. */
  onDrain(): void;
  /** Whether the worker may claim changed; null: it may. */
  onObstacle(obstacle: string | null): void;
}

export interface AnnouncerParts {
  readonly farm: Farm;
  readonly about: Announced;
  readonly board: WorkBoard;
  readonly lanes: Lanes;
  readonly health: HostHealth;
  readonly storeWatch: Pick<StoreWatch, 'obstacle'>;
  readonly refusals: Refusals;
  readonly log: Log;
}

export class Announcer {
  readonly #startedAt = new Date().toISOString();
  #timer: NodeJS.Timeout | null = null;
  #saying: Promise<void> | null = null;
  #left = false;
  #again = false;
  #obstacle: string | null = null;
  #hostFault: string | null = null;
  #unsaid: string | null = null;
  #draining = false;
  #saidAt: number | null = null;
  #events: AnnouncerEvents = { onDrain: () => {}, onObstacle: () => {} };

  constructor(private readonly parts: AnnouncerParts) {}

  /** Why this worker claims nothing; null while it does. */
  get obstacle(): string | null {
    return this.#obstacle;
  }

  /** The same, as far as it is this machine's; the store and Redis are told of by themselves. */
  get hostFault(): string | null {
    return this.#hostFault;
  }

  /** Why Redis did not take the last announcement; null when it did. */
  get unsaid(): string | null {
    return this.#unsaid;
  }

  get draining(): boolean {
    return this.#draining;
  }

  /** Milliseconds since Redis last took an announcement. */
  get silentMs(): number {
    return this.#saidAt === null ? Number.POSITIVE_INFINITY : performance.now() - this.#saidAt;
  }

  async start(events: AnnouncerEvents): Promise<void> {
    this.#events = events;
    this.parts.board.onChange = () => void this.say();
    this.#timer = setInterval(() => void this.say(), EVERY_MS);
    await this.say();
  }

  async drain(): Promise<void> {
    this.#draining = true;
    await this.say();
  }

  /** False where Redis could not be told. */
  async leave(): Promise<boolean> {
    this.#left = true;
    this.parts.board.onChange = () => {};
    if (this.#timer !== null) clearInterval(this.#timer);
    // One that is under way would write the worker down again behind its removal.
    await this.#saying;
    return this.parts.farm.workers.leave(this.parts.about.id).then(
      () => true,
      () => false,
    );
  }

  /** One announcement at a time; a change meanwhile leads to one more. */
  async say(): Promise<void> {
    this.#again = this.#saying !== null;
    if (this.#again || this.#left) return;
    this.#saying = this.#sayOnce().finally(() => {
      this.#saying = null;
    });
    await this.#saying;
    // Not waited for: while Redis is away there would always be one more.
    if (this.#again) void this.say();
  }

  async #sayOnce(): Promise<void> {
    try {
      await this.#look();
      const { drain, clear } = await this.parts.farm.workers.announce(this.#info());
      this.#saidAt = performance.now();
      this.#unsaid = null;
      if (clear) {
        this.parts.log.info('the operator has cleared the worker');
        this.parts.health.clear();
        this.#again = true;
      }
      if (drain && !this.#draining) this.#events.onDrain();
    } catch (error) {
      this.#unsaid = asFramefarmError(error).message;
      this.parts.log.debug({ err: String(error) }, 'the worker could not be announced');
    }
  }

  async #look(): Promise<void> {
    const { about, health, storeWatch, log } = this.parts;
    this.#hostFault = about.tools.missing ?? health.blocked ?? (await lowDisk(about.directories));
    const obstacle = this.#hostFault ?? storeWatch.obstacle;
    // Free megabytes change all the time; what matters is whether there is a reason.
    const changed = (obstacle === null) !== (this.#obstacle === null);
    this.#obstacle = obstacle;
    if (!changed) return;
    if (obstacle === null) log.info('the worker takes steps again');
    else log.error({ obstacle }, `the worker takes no steps: ${obstacle}`);
    this.#events.onObstacle(obstacle);
  }

  #info(): WorkerInfo {
    const { about, board, lanes, refusals } = this.parts;
    const { id, name, slots, tags, tools, sandbox } = about;
    const memory = usableMemory();
    const megabytes = (bytes: number): number => Math.round(bytes / 1_048_576);
    return {
      id,
      name,
      host: hostname(),
      pid: process.pid,
      slots,
      tags,
      versions: tools.versions,
      understands: UNDERSTOOD,
      declined: refusals.count,
      sandbox,
      cores: usableCores(),
      memoryMb: megabytes(memory.totalBytes),
      freeMemoryMb: megabytes(memory.freeBytes),
      rssMb: megabytes(process.memoryUsage.rss()) + lanes.counts().rssMb,
      startedAt: this.#startedAt,
      draining: this.#draining,
      blocked: this.#obstacle,
      work: board.list(),
    };
  }
}
