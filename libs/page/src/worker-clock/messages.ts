/**
 * What a page and the clock in a worker of its author say to each other: on the way of the author's own messages, so that the order
 * of all of them holds. Neither side lets the author hear of it.
 */

const CLOCK = '__framefarmClock';

/** What in a worker goes by the frames. Times in milliseconds of the page's frames. */
export interface WorkerWork {
  /** It has asked for the time, or will be asked for it by what it made. */
  readonly asks: boolean;
  /** Callbacks of frames are asked for. */
  readonly frames: boolean;
  /** One of them asks for itself again and again. */
  readonly loop: boolean;
  /** When the next timer is due; null where none waits for the frames. */
  readonly due: number | null;
}

export type ToWorker =
  /** The first one: when the worker was made, and whether frames are shown. */
  | { readonly made: number; readonly isShown: boolean }
  /** It is this time from here on. */
  | { readonly now: number }
  /** From here on frames are shown. */
  | { readonly shown: true }
  /** The page waits for nothing of its own any more. */
  | { readonly rest: true }
  /** Asks for an answer once all that came before is done; `isFrame`: a frame is shown. `isAwaited`: it waits for promises of the author. */
  | { readonly turn: number; readonly now: number; readonly isFrame: boolean; readonly isAwaited: boolean };

export type FromWorker =
  | { readonly work: WorkerWork }
  /** Of a turn; `sent`: it has sent something through a port since the one before. */
  | { readonly done: number; readonly work: WorkerWork; readonly sent: boolean }
  | { readonly closed: true };

export const worded = (message: ToWorker | FromWorker): object => ({ [CLOCK]: message });

/** What a message of ours says; undefined of the author's. */
export function wordsOf<T extends ToWorker | FromWorker>({ data }: MessageEvent): T | undefined {
  return typeof data === 'object' && data !== null ? (data as Record<string, T>)[CLOCK] : undefined;
}
