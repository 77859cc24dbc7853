/** Server-sent events: the state of the preview, to every page that shows it. */
import type { ServerResponse } from 'node:http';
import type { PreviewState } from '../protocol.js';

/** Keeps proxies and idle timers from closing a quiet stream, ms. */
const HEARTBEAT_MS = 15_000;

export class EventStream {
  readonly #readers = new Set<ServerResponse>();
  readonly #heartbeat: NodeJS.Timeout;

  constructor(private readonly current: () => PreviewState) {
    this.#heartbeat = setInterval(() => this.#write(': still here\n\n'), HEARTBEAT_MS);
    this.#heartbeat.unref();
  }

  /** Sends the current state, then each later one, until the reader leaves. */
  join(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' });
    this.#readers.add(response);
    response.on('close', () => this.#readers.delete(response));
    response.write(eventText(this.current()));
  }

  send(state: PreviewState): void {
    this.#write(eventText(state));
  }

  close(): void {
    clearInterval(this.#heartbeat);
    for (const response of this.#readers) response.end();
  }

  #write(text: string): void {
    for (const response of this.#readers) response.write(text);
  }
}

const eventText = (state: PreviewState): string => `event: state\ndata: ${JSON.stringify(state)}\n\n`;
