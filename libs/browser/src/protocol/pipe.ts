/** The DevTools protocol over two pipes: messages are JSON, each closed by a zero byte. */
import type { Readable, Writable } from 'node:stream';

export interface PipeListener {
  /** Called with each message, in a turn of its own. */
  readonly onMessage: (message: string) => void;
  /** Called once, when the browser has closed its end. */
  readonly onEnd: () => void;
}

/** Listens to one browser; what it returns sends a message. The end of the browser's output is the end of both. */
export function openPipe(
  toBrowser: Writable,
  fromBrowser: Readable,
  { onMessage, onEnd }: PipeListener,
): (message: string) => void {
  /** What came since the last complete message. */
  let unfinished: Buffer[] = [];
  // A browser that has ended closes its pipes; that it is gone is told by `onEnd`.
  toBrowser.on('error', () => {});
  fromBrowser.on('error', () => {});
  fromBrowser.on('data', (data: Buffer) => {
    let start = 0;
    for (let end = data.indexOf(0); end !== -1; end = data.indexOf(0, start)) {
      const last = data.subarray(start, end);
      const message = unfinished.length === 0 ? last : Buffer.concat([...unfinished, last]);
      unfinished = [];
      start = end + 1;
      // In a turn of its own: what one message makes others wait for must be in place before the next comes.
      setImmediate(() => onMessage(message.toString('utf8')));
    }
    if (start < data.length) unfinished.push(data.subarray(start));
  });
  fromBrowser.once('close', onEnd);
  return (message) => void toBrowser.write(`${message}\0`);
}
