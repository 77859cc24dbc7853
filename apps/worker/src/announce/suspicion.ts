/**
 * Tells a bad host from bad input, so that no author puts workers out of work: input that fails wherever it is tried says
 * nothing of a host (farm-practice 4, security 1).
 */
import type { Farm } from '@framefarm/farm';
import type { Log } from '@framefarm/telemetry';
import type { StepEnd } from '../steps/step-end.js';
import type { HostFailure, HostHealth } from './host-health.js';

/** What files of a composition bring about by themselves; FFmpeg that is broken shows in encoding as well. */
const BY_FILES: ReadonlySet<string> = new Set(['VIDEO_EXTRACTION_FAILED', 'AUDIO_PROCESSING_FAILED']);

export interface SuspicionParts {
  readonly farm: Farm;
  /** Name of this worker in records. */
  readonly worker: string;
  readonly health: HostHealth;
  /** Starts the browser with a page of our own; rejects when it does not work here. */
  readonly tryBrowser: () => Promise<unknown>;
  /** Awaited before the worker takes anything more. */
  readonly onBlocked: () => Promise<void>;
  readonly log: Log;
}

export class Suspicion {
  constructor(private readonly parts: SuspicionParts) {}

  /** Notes what the end of a step says of this host; settles when it is known whether the host may go on. */
  async note({ renderId, failure }: StepEnd): Promise<void> {
    // A machine that differs from the plan is no bad machine, and a page that stands still does so by itself.
    if (failure?.class !== 'host' || failure.error.code === 'CHUNK_ENVIRONMENT_MISMATCH') return;
    const what = failure.error.code;
    if (BY_FILES.has(what) || !this.parts.health.failed({ renderId, what, at: performance.now() })) return;
    await this.#judge();
  }

  async #judge(): Promise<void> {
    const { health, log, tryBrowser, onBlocked } = this.parts;
    let browser: Promise<boolean> | undefined;
    const browserWorks = (): Promise<boolean> => {
      browser ??= tryBrowser().then(
        () => true,
        () => false,
      );
      return browser;
    };
    await health.judge(async (failure) => {
      if (await this.#failedElsewhere(failure)) return false;
      // A page can end its browser, or take all memory that there is; a browser that serves another page is in order.
      return failure.what !== 'BROWSER_CRASHED' || !(await browserWorks());
    });
    if (health.blocked === null) log.warn('renders failed here, but not through this host: it goes on');
    else await onBlocked();
  }

  /** Without Redis nothing is known, and what failed counts. */
  async #failedElsewhere({ renderId }: HostFailure): Promise<boolean> {
    const { farm, worker } = this.parts;
    try {
      const record = await farm.renders.get(renderId);
      if (record === null) return false;
      const rows = await farm.steps.list(renderId, record.epoch);
      return rows.some(({ failedOn }) => failedOn.includes(worker) && failedOn.some((name) => name !== worker));
    } catch {
      return false;
    }
  }
}
