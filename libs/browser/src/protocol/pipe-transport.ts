/** The DevTools protocol over two pipes: messages are JSON, each closed by a zero byte. */
import type { Readable, Writable } from 'node:stream';
import type { ConnectionTransport } from 'puppeteer-core';

/** Carries messages to and from one browser. The end of its output is the end of the connection. */
export class PipeTransport implements ConnectionTransport {
  onmessage?: (message: string) => void;
  onclose?: () => void;
  readonly #toBrowser: Writable;
  readonly #fromBrowser: Readable;
  /** What came since the last complete message. */
  #unfinished: Buffer[] = [];

  constructor(toBrowser: Writable, fromBrowser: Readable) {
    this.#toBrowser = toBrowser;
    this.#fromBrowser = fromBrowser;
    // A browser that has ended closes its pipes; that it is gone is told by `onclose`.
    toBrowser.on('error', () => {});
    fromBrowser.on('error', () => {});
    fromBrowser.on('data', (data: Buffer) => this.#take(data));
    fromBrowser.once('close', () => this.onclose?.());
  }

  send(message: string): void {
    this.#toBrowser.write(`${message}\0`);
  }

  close(): void {
    this.#toBrowser.end();
    this.#fromBrowser.destroy();
  }

  #take(data: Buffer): void {
    let start = 0;
    for (let end = data.indexOf(0); end !== -1; end = data.indexOf(0, start)) {
      const last = data.subarray(start, end);
      const message = this.#unfinished.length === 0 ? last : Buffer.concat([...this.#unfinished, last]);
      this.#unfinished = [];
      start = end + 1;
      // In a turn of its own: what one message makes others wait for must be in place before the next comes.
      setImmediate(() => this.onmessage?.(message.toString('utf8')));
    }
    if (start < data.length) this.#unfinished.push(data.subarray(start));
  }
}
