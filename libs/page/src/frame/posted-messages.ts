/**
 * Messages that scripts send to themselves while a frame is shown. Schedulers such as React's do what a frame asks of them when
 * such a message comes, which is after the browser has drawn the frame (reference: composition-format 7.6).
 */
import { NativePromise } from '../natives/natives.js';
import { wrapMethod } from '../natives/wrap-natives.js';

/** Messages one after the other that a frame waits for: a scheduler sends one for each 5 ms of its work. */
const MOST_TURNS = 200;

export interface PostedMessages {
  /** A frame is about to be shown. */
  begin(): void;
  /** What the frame that was shown waits for: that all it has sent has come, and what came of that; empty where it has sent nothing yet. */
  waits(): Promise<unknown>[];
}

/** Call it before any script of the page. */
export function watchMessages(): PostedMessages {
  const { port1, port2 } = new MessageChannel();
  const send = port2.postMessage.bind(port2);
  let heard: () => void = () => {};
  port1.onmessage = () => heard();
  /** Resolves when all messages that were sent before have come. */
  const turn = (): Promise<void> =>
    new NativePromise((resolve) => {
      heard = resolve;
      send(null);
    });

  let isWatching = false;
  let isSent = false;
  for (const owner of [MessagePort.prototype, window]) {
    wrapMethod(owner, 'postMessage', () => {
      if (isWatching) isSent = true;
    });
  }
  const settled = async (): Promise<void> => {
    for (let turns = 0; isSent && turns < MOST_TURNS; turns += 1) {
      isSent = false;
      await turn();
    }
    isWatching = false;
  };
  return {
    begin() {
      isWatching = true;
      isSent = false;
    },
    waits() {
      return isSent ? [settled()] : [];
    },
  };
}
