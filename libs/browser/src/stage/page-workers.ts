/** The workers of a page, each of which has a heap of its own that nobody collects with that of the page. */
import type { CDPSession } from 'puppeteer-core/internal/api/CDPSession.js';
import { CDPSessionEvent } from 'puppeteer-core/internal/api/CDPSession.js';
import type { ProtocolSession } from '../protocol/session.js';

export class PageWorkers {
  readonly #page: ProtocolSession;
  readonly #workers = new Set<ProtocolSession>();
  #attached: Promise<unknown> | null = null;

  constructor(page: ProtocolSession) {
    this.#page = page;
  }

  /**
   * Collects the garbage of all that run. They are attached to when this is first called, so that a short render does not pay
   * for it.
   * @throws {Error} when the page is lost.
   */
  async collectGarbage(): Promise<void> {
    this.#attached ??= this.#attach();
    await this.#attached;
    // One that ends meanwhile leaves none behind.
    await Promise.allSettled([...this.#workers].map((worker) => worker.send('HeapProfiler.collectGarbage')));
  }

  async #attach(): Promise<void> {
    this.#page.on(CDPSessionEvent.SessionAttached, (worker: CDPSession) => this.#workers.add(worker));
    this.#page.on(CDPSessionEvent.SessionDetached, (worker: CDPSession) => this.#workers.delete(worker));
    await this.#page.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: false,
      flatten: true,
      filter: [{ type: 'worker' }],
    });
  }
}
