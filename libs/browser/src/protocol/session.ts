/** A session of the DevTools protocol with a browser or with one of its pages: commands with answers, and events. */
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';

type Commands = ProtocolMapping.Commands;
type Events = ProtocolMapping.Events;
type Handler = (params: unknown) => void;

/** What a browser says to a command. */
export interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string; readonly data?: string };
}

interface Waiting {
  readonly method: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A command that the browser refused, or that nobody is left to answer. */
export class ProtocolError extends Error {
  constructor(method: string, words: string) {
    super(`${method}: ${words}`);
    this.name = 'ProtocolError';
  }
}

export class ProtocolSession {
  /** Sends a command of this session and returns its number, unique in the connection. */
  readonly #write: (method: string, params: unknown) => number;
  readonly #waiting = new Map<number, Waiting>();
  readonly #handlers = new Map<string, Set<Handler>>();
  #ended: string | null = null;

  constructor(write: (method: string, params: unknown) => number) {
    this.#write = write;
  }

  /** Rejects with a {@link ProtocolError} when the browser refuses, or when the session ends before it has answered. */
  send<M extends keyof Commands>(
    method: M,
    ...[params]: Commands[M]['paramsType']
  ): Promise<Commands[M]['returnType']> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== null) reject(new ProtocolError(method, this.#ended));
      else this.#waiting.set(this.#write(method, params), { method, resolve: resolve as Waiting['resolve'], reject });
    });
  }

  on<E extends keyof Events>(event: E, handler: (...params: Events[E]) => void): void {
    const handlers = this.#handlers.get(event) ?? new Set();
    this.#handlers.set(event, handlers.add(handler as Handler));
  }

  off<E extends keyof Events>(event: E, handler: (...params: Events[E]) => void): void {
    this.#handlers.get(event)?.delete(handler as Handler);
  }

  once<E extends keyof Events>(event: E, handler: (...params: Events[E]) => void): void {
    const first = (...params: Events[E]): void => {
      this.off(event, first);
      handler(...params);
    };
    this.on(event, first);
  }

  /** Settles the command that was answered. */
  answered({ id, result, error }: Answer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new ProtocolError(waiting.method, [error.message, error.data].filter(Boolean).join(': ')));
  }

  /** Tells those who listen. */
  told(event: string, params: unknown): void {
    for (const handler of [...(this.#handlers.get(event) ?? [])]) handler(params);
  }

  /** Nothing is answered any more. `why` completes the errors of what waits. */
  end(why: string): void {
    this.#ended ??= why;
    for (const { method, reject } of this.#waiting.values()) reject(new ProtocolError(method, why));
    this.#waiting.clear();
  }
}
