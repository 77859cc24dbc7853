/**
 * Puppeteer's connection with a browser that framefarm starts itself, without the layer of pages and frames above it: one
 * attaches to the pages one makes and to nothing else (docs/decisions/puppeteers-connection-alone.md).
 */
import type { Readable, Writable } from 'node:stream';
import { CDPSessionEvent } from 'puppeteer-core/internal/api/CDPSession.js';
import { Connection } from 'puppeteer-core/internal/cdp/Connection.js';
import { createIncrementalIdGenerator } from 'puppeteer-core/internal/util/incremental-id-generator.js';
import { PipeTransport } from './pipe-transport.js';
import type { ProtocolSession } from './session.js';

/** Every wait has a deadline of its own with a name. */
const NO_TIMEOUT = 0;

export class ProtocolConnection {
  /** Of the browser itself. */
  readonly root: ProtocolSession;
  /** Resolves when the browser has closed the connection. */
  readonly closed: Promise<void>;
  readonly #connection: Connection;

  constructor(toBrowser: Writable, fromBrowser: Readable) {
    const transport = new PipeTransport(toBrowser, fromBrowser);
    const ids = createIncrementalIdGenerator();
    this.#connection = new Connection('pipe', transport, 0, NO_TIMEOUT, false, ids, () => undefined);
    this.root = this.#connection;
    this.closed = new Promise((resolve) => {
      this.#connection.once(CDPSessionEvent.Disconnected, () => resolve());
    });
  }

  /** Attaches to a page. */
  attach(targetId: string): Promise<ProtocolSession> {
    const target = { targetId, type: 'page', title: '', url: '', attached: false, canAccessOpener: false };
    return this.#connection.createSession(target);
  }
}
