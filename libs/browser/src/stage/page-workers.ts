/**
 * The workers of a page: each is given its clock before its own script runs (docs/decisions/workers-have-the-clock.md), and has a heap of its own
 * that nobody collects with that of the page.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { WORKER_CLOCKS_GLOBAL } from '@framefarm/contract';
import type { CDPSession } from 'puppeteer-core/internal/api/CDPSession.js';
import type { ProtocolSession } from '../protocol/session.js';

/** Longest that a capture waits for the workers of its page, ms. One that computes answers when it has ended, if ever. */
const PATIENCE_MS = 1_000;

export class PageWorkers {
  readonly #page: ProtocolSession;
  readonly #clock: string | null;
  readonly #patienceMs: number;
  readonly #idle = new Set<ProtocolSession>();
  #attached: Promise<unknown> | null = null;

  /** `clock`: the script that runs first in each of them; null: they are attached to when their garbage is first collected. */
  constructor(page: ProtocolSession, clock: string | null, patienceMs = PATIENCE_MS) {
    this.#page = page;
    this.#clock = clock;
    this.#patienceMs = patienceMs;
  }

  /** Before the page loads its document. Nothing without a clock. */
  async giveClock(): Promise<void> {
    if (this.#clock === null) return;
    this.#attached = this.#attach(this.#page);
    const source = `globalThis[${JSON.stringify(WORKER_CLOCKS_GLOBAL)}]=true`;
    await Promise.all([this.#attached, this.#page.send('Page.addScriptToEvaluateOnNewDocument', { source })]);
  }

  /**
   * Collects the garbage of all that run. One that does not answer in time is left alone until it has.
   */
  async collectGarbage(): Promise<void> {
    this.#attached ??= this.#attach(this.#page);
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

  /**
   * To the workers of a page, or of a worker, which wait where they get a clock. The names of the events are written out: to import them
   * loads Puppeteer, also for commands that need no browser.
   */
  async #attach(parent: ProtocolSession): Promise<void> {
    parent.on('sessionattached', (worker: CDPSession) => {
      this.#idle.add(worker);
      if (this.#clock !== null) void this.#start(worker, this.#clock);
    });
    parent.on('sessiondetached', (worker: CDPSession) => this.#idle.delete(worker));
    await parent
      .send('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: this.#clock !== null,
        flatten: true,
        filter: [{ type: 'worker' }],
      })
      .catch(() => {});
  }

  /** Told at one go. One that ends meanwhile needs no clock. */
  async #start(worker: ProtocolSession, clock: string): Promise<void> {
    const told = [
      this.#attach(worker),
      worker.send('Runtime.evaluate', { expression: clock }),
      worker.send('Runtime.runIfWaitingForDebugger'),
    ];
    await Promise.allSettled(told);
  }
}
