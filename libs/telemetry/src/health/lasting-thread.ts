/** The thread of a health listener, started anew when it dies: else nobody would know why a program that works answers no more (farm-practice 10). */
import type { Worker } from 'node:worker_threads';
import type { Log } from '../log/open-log.js';

/** In the life of a program: what ends a thread again and again will not be cured by one more. */
const MOST_RESTARTS = 5;
/** From the end of one to the start of the next, ms. */
const PAUSE_MS = 1_000;

export interface ThreadParts<Word> {
  /** Starts a thread; the ones after the first get what the first one said, to listen where it did. */
  open(first: Word | null): Worker;
  /** What a thread says after its first word, and how to answer the one that said it. */
  onMessage?(message: unknown, reply: (answer: unknown) => void): void;
  readonly log: Log;
}

export interface LastingThread<Word> {
  /** What the first one said when it listened. */
  readonly word: Word;
  /** To the one that runs now; lost while none does. */
  post(message: unknown): void;
  close(): Promise<void>;
}

/**
 * Resolves with the thread's first word, by which it says that it listens. It keeps no process alive.
 * @throws what the first thread ends with before it.
 */
export async function startLastingThread<Word>(parts: ThreadParts<Word>): Promise<LastingThread<Word>> {
  const { open, onMessage, log } = parts;
  let isWanted = false;
  let restarts = 0;
  let pause: NodeJS.Timeout | undefined;
  let thread = open(null);

  const listens = (next: Worker): Promise<Word> => {
    let fault: Error | null = null;
    next.on('error', (error) => {
      fault = error;
    });
    return new Promise((resolve, reject) => {
      next.once('exit', (code) => {
        const reason = fault ?? new Error(`it ended with exit code ${code}`);
        reject(reason);
        if (isWanted) startAnew(reason);
      });
      next.once('message', (word: Word) => {
        next.unref();
        next.on('message', (message) => onMessage?.(message, (answer) => next.postMessage(answer)));
        resolve(word);
      });
    });
  };
  const startAnew = ({ message }: Error): void => {
    const what = `the thread of the health listener ended: ${message}`;
    if (restarts === MOST_RESTARTS) {
      const hint = 'Start this program again; /healthz, /readyz and /metrics of this port are not answered until then.';
      log.error({ hint }, `${what}; it was started anew ${MOST_RESTARTS} times and is not any more`);
      return;
    }
    restarts += 1;
    log.error(`${what}; it is started anew`);
    pause = setTimeout(() => {
      thread = open(word);
      listens(thread).then(
        () => log.info('the health listener answers again'),
        // Told when it ended.
        () => {},
      );
    }, PAUSE_MS).unref();
  };

  const word = await listens(thread);
  isWanted = true;
  return {
    word,
    post: (message) => thread.postMessage(message),
    close: async () => {
      isWanted = false;
      clearTimeout(pause);
      await thread.terminate();
    },
  };
}
