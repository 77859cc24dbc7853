/**
 * Tasks of `scheduler` under the frame clock. A delay goes by what timers go by (`frame-timers.ts`); a task that was put off to another turn is
 * waited for by the frame that put it off, as messages are (reference: composition-format 7.1, 7.6).
 */
import { NativePromise } from '../natives/time.js';

/** Not in TypeScript's library. */
interface TaskOptions {
  readonly signal?: AbortSignal & { readonly priority?: string };
  readonly priority?: string;
  readonly delay?: unknown;
}
interface Scheduler {
  postTask(callback: () => unknown, options?: TaskOptions): Promise<unknown>;
  yield?(): Promise<void>;
}

/** Priorities, the first runs first. */
const PRIORITIES = ['user-blocking', 'user-visible', 'background'];
const USUAL = 'user-visible';

/** Tasks one after the other that a frame waits for. */
const MOST_ROUNDS = 200;

interface Delayed {
  /** Frame time, ms. */
  readonly due: number;
  /** Place among {@link PRIORITIES}, which its signal may change. */
  rank(): number;
  run(): void;
}

export interface FrameTasks {
  /** Whether tasks wait for another turn. */
  areOpen(): boolean;
  /** When each is due that has a delay, ms. */
  dues(): readonly number[];
  /** What a frame waits for: that these have run, and what they put off in turn. */
  waits(): Promise<void>[];
}

/** Call it before any script of the page or worker, and when its timers go by frames. `now`: frame time, ms. */
export function installFrameTasks(now: () => number): FrameTasks {
  const { scheduler } = globalThis as { readonly scheduler?: Scheduler };
  if (scheduler === undefined) return { areOpen: () => false, dues: () => [], waits: () => [] };
  const set = globalThis.setTimeout.bind(globalThis);
  const clear = globalThis.clearTimeout.bind(globalThis);
  const post = scheduler.postTask.bind(scheduler);
  const open = new Set<Promise<void>>();
  const delayed = new Set<Delayed>();

  const keepOpen = (until: Promise<unknown>): void => {
    const ended: Promise<void> = until.then(
      () => {
        open.delete(ended);
      },
      () => {
        open.delete(ended);
      },
    );
    open.add(ended);
  };
  /** Until its function has returned, or it was aborted: what that goes on with is a matter of its own. */
  const postOpen = (callback: () => unknown, options?: TaskOptions): Promise<unknown> => {
    if (typeof callback !== 'function') return post(callback, options);
    const returned = NativePromise.withResolvers<void>();
    const ended = post(() => {
      returned.resolve();
      return callback();
    }, options);
    ended.catch(() => returned.resolve());
    keepOpen(returned.promise);
    return ended;
  };
  /** Those that are due by then, in the order in which the browser would run them. */
  const runUntil = (due: number): void => {
    const ready = [...delayed].filter((task) => task.due <= due);
    const order = ready.toSorted((one, other) => one.due - other.due || one.rank() - other.rank());
    for (const task of order) {
      if (delayed.has(task)) task.run();
    }
  };

  const postDelayed = (callback: () => unknown, options: TaskOptions, delay: number): Promise<unknown> =>
    new NativePromise((resolve, reject) => {
      const { signal, priority } = options;
      const due = now() + delay;
      const leave = (): void => {
        delayed.delete(task);
        clear(handle);
        signal?.removeEventListener('abort', abort);
      };
      const abort = (): void => {
        leave();
        reject(signal?.reason);
      };
      const task: Delayed = {
        due,
        rank: () => PRIORITIES.indexOf(priority ?? signal?.priority ?? USUAL),
        run() {
          leave();
          try {
            resolve(callback());
          } catch (thrown) {
            reject(thrown);
          }
        },
      };
      const handle = set(() => runUntil(due), delay);
      delayed.add(task);
      signal?.addEventListener('abort', abort);
    });

  const postTask = (callback: () => unknown, options?: TaskOptions): Promise<unknown> => {
    const delay = Number(options?.delay ?? 0);
    // What the browser refuses it refuses itself, and an unknown priority is refused before anything is put off.
    const isPlain = !(delay > 0 && Number.isSafeInteger(Math.floor(delay))) || typeof callback !== 'function';
    const { priority, signal } = options ?? {};
    const isKnown = priority === undefined || PRIORITIES.includes(priority);
    if (isPlain || !isKnown || signal?.aborted || (signal !== undefined && !(signal instanceof AbortSignal))) {
      return postOpen(callback, options);
    }
    return postDelayed(callback, options ?? {}, delay);
  };
  const define = (name: keyof Scheduler, value: unknown): void => {
    const holder = Object.hasOwn(scheduler, name) ? scheduler : (Object.getPrototypeOf(scheduler) as object);
    Object.defineProperty(value, 'name', { value: name });
    Object.defineProperty(holder, name, { ...Object.getOwnPropertyDescriptor(holder, name), value });
  };
  define('postTask', postTask);
  const pause = scheduler.yield?.bind(scheduler);
  if (pause !== undefined) {
    define('yield', () => {
      const paused = pause();
      keepOpen(paused);
      return paused;
    });
  }

  const settled = async (): Promise<void> => {
    for (let rounds = 0; open.size > 0 && rounds < MOST_ROUNDS; rounds += 1) await NativePromise.all(open);
  };
  const dues = (): number[] => [...delayed].map(({ due }) => due);
  return { areOpen: () => open.size > 0, dues, waits: () => (open.size > 0 ? [settled()] : []) };
}
