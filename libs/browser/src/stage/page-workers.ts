/** The workers of a page, each of which has a heap of its own that nobody collects with that of the page. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from 'puppeteer-core/internal/api/CDPSession.js';
import type { ProtocolSession } from '../protocol/session.js';

/** Longest that a capture waits for the workers of its page, ms. One that computes answers when it has ended, if ever. */
const PATIENCE_MS = 1_000;

export class PageWorkers {
  readonly #page: ProtocolSession;
  readonly #patienceMs: number;
  readonly #idle = new Set<ProtocolSession>();
  #attached: Promise<unknown> | null = null;

  constructor(page: ProtocolSession, patienceMs = PATIENCE_MS) {
    this.#page = page;
    this.#patienceMs = patienceMs;
  }

  /**
   * Collects the garbage of all that run. They are attached to when this is first called, so that a short render does not pay
   * for it. One that does not answer in time is left alone until it has.
   */
  async collectGarbage(): Promise<void> {
    this.#attached ??= this.#attach();
    const done = new AbortController();
    const collected = this.#attached.then(() => Promise.all([...this.#idle].map((worker) => this.#collect(worker))));
    try {
      await Promise.race([collected, sleep(this.#patienceMs, undefined, { signal: done.signal })]);
    } finally {
      done.abort();
    }
  }

  /** Never rejects: a worker that ends leaves no garbage behind, and that the page is lost is told elsewhere. */
  async #collect(worker: ProtocolSession): Promise<void> {
    this.#idle.delete(worker);
    try {
      await worker.send('HeapProfiler.collectGarbage');
      this.#idle.add(worker);
    } catch {}
  }

  /** The names of the events are written out: to import them loads Puppeteer, also for commands that need no browser. */
  async #attach(): Promise<void> {
    this.#page.on('sessionattached', (worker: CDPSession) => this.#idle.add(worker));
    this.#page.on('sessiondetached', (worker: CDPSession) => this.#idle.delete(worker));
    await this.#page
      .send('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: false,
        flatten: true,
        filter: [{ type: 'worker' }],
      })
      .catch(() => {});
  }
}
