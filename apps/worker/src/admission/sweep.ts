/** Applies again what an interruption may have left undone (farm-practice 2, row 14): coordinators, rows of batches, schedules. */
import { type Farm, type RunInLine, UNDERSTOOD, understands } from '@framefarm/farm';
import type { EndTellers } from '@framefarm/telemetry';
import type { Coordinator } from '../coordinator/coordinator.js';
import { tellEnd } from '../coordinator/render-end.js';
import type { Upkeep } from '../upkeep/upkeep.js';
import { endWhatNobodyDoes } from '../versions/too-old.js';
import type { Admission } from './admission.js';
import { endLongWaiting } from './queue-timeout.js';

const RENDERS_EVERY_MS = 2_000;
const BATCHES_EVERY_MS = 2_000;
const WAITING_EVERY_MS = 1_000;
const SCHEDULES_EVERY_MS = 60_000;

export class Sweep {
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #running = new Set<string>();

  constructor(
    private readonly farm: Farm,
    private readonly admission: Admission,
    private readonly coordinator: Coordinator,
    private readonly upkeep: Upkeep,
    private readonly tellers: EndTellers,
    private readonly queueTimeoutSeconds: number,
  ) {}

  start(): void {
    this.#every(RENDERS_EVERY_MS, 'renders', () => this.#renders());
    this.#every(BATCHES_EVERY_MS, 'batches', () => this.#batches());
    this.#every(WAITING_EVERY_MS, 'the line', () => this.#line());
    this.#every(SCHEDULES_EVERY_MS, 'schedules', () => this.upkeep.schedule());
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  /**
   * A render that holds a permit has a coordinator. One that was killed is only replaced when its lock has run out; until then
   * whoever sees that the render stands still takes the next steps in its place, if it understands the render's version.
   */
  async #renders(): Promise<void> {
    const runs = await this.farm.line.active();
    const foreign = runs.filter(({ version }) => !understands(UNDERSTOOD, version));
    const unserved = await this.farm.line.noteVersions(foreign.map(({ renderId }) => renderId));
    const ended = await endWhatNobodyDoes(this.farm, unserved);
    for (const record of ended) tellEnd(record, record.epoch, this.tellers);
    for (const run of runs) {
      try {
        await this.#render(run, foreign.includes(run));
      } catch (error) {
        // Those behind it are not to wait until it can be read again.
        const { renderId } = run;
        this.tellers.log.warn({ renderId, err: String(error) }, 'the sweep of a render is tried again');
      }
    }
  }

  async #render(run: RunInLine, isForeign: boolean): Promise<void> {
    await this.admission.coordinate(run);
    if (isForeign) return;
    const look = await this.farm.view(run.renderId).look();
    const claimed = look?.steps.filter(({ state }) => state === 'claimed').length ?? 0;
    const live = look?.live.size ?? 0;
    if (live === 0 || live < claimed) await this.coordinator.help(run);
  }

  async #line(): Promise<void> {
    const ended = await endLongWaiting(this.farm, this.queueTimeoutSeconds);
    for (const record of ended) tellEnd(record, record.epoch, this.tellers);
  }

  async #batches(): Promise<void> {
    for (const id of await this.farm.batches.running()) await this.farm.batches.advance(id);
  }

  #every(ms: number, what: string, work: () => Promise<void>): void {
    const run = async (): Promise<void> => {
      if (this.#running.has(what)) return;
      this.#running.add(what);
      try {
        await work();
      } catch (error) {
        this.tellers.log.warn({ err: String(error) }, `the sweep of ${what} is tried again`);
      } finally {
        this.#running.delete(what);
      }
    };
    this.#timers.push(setInterval(() => void run(), ms));
    void run();
  }
}
