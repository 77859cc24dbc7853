/**
 * A client of the DevTools protocol for browsers that framefarm starts itself. It attaches to the pages it makes and to
 * nothing else, and a command costs no more than its message (docs/decisions/own-protocol-client.md).
 */
import type { Readable, Writable } from 'node:stream';
import { openPipe } from './pipe.js';
import { type Answer, ProtocolSession } from './session.js';

/** A message of the browser: an answer, or an event; without `sessionId` it is of the browser itself. */
type Message = { readonly sessionId?: string } & (
  | (Answer & { readonly method?: undefined })
  | { readonly id?: undefined; readonly method: string; readonly params?: unknown }
);

export class ProtocolConnection {
  /** Of the browser itself. */
  readonly root: ProtocolSession;
  /** Resolves when the browser has closed the connection. */
  readonly closed: Promise<void>;
  readonly #sessions = new Map<string, ProtocolSession>();
  readonly #send: (message: string) => void;
  #commands = 0;

  constructor(toBrowser: Writable, fromBrowser: Readable) {
    this.root = this.#session(undefined);
    let close = (): void => {};
    this.closed = new Promise((resolve) => {
      close = resolve;
    });
    this.#send = openPipe(toBrowser, fromBrowser, {
      onMessage: (text) => this.#take(JSON.parse(text) as Message),
      onEnd: () => {
        for (const session of [this.root, ...this.#sessions.values()]) session.end('the browser has gone');
        close();
      },
    });
    this.root.on('Target.detachedFromTarget', ({ sessionId }) => {
      this.#sessions.get(sessionId)?.end('the page has gone');
      this.#sessions.delete(sessionId);
    });
  }

  /** Attaches to a page. */
  async attach(targetId: string): Promise<ProtocolSession> {
    const { sessionId } = await this.root.send('Target.attachToTarget', { targetId, flatten: true });
    const session = this.#session(sessionId);
    this.#sessions.set(sessionId, session);
    return session;
  }

  #session(sessionId: string | undefined): ProtocolSession {
    return new ProtocolSession((method, params) => {
      this.#commands += 1;
      this.#send(JSON.stringify({ id: this.#commands, method, params, sessionId }));
      return this.#commands;
    });
  }

  #take(message: Message): void {
    const session = message.sessionId === undefined ? this.root : this.#sessions.get(message.sessionId);
    if (message.method === undefined) session?.answered(message);
    else session?.told(message.method, message.params);
  }
}
