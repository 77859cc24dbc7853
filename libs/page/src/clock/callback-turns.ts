/** Callbacks that are asked for and run once, in a turn that the frame clock gives; those of a turn that ask anew wait for the next one. */

export interface CallbackTurns<T> {
  readonly request: (callback: (told: T) => void) => number;
  readonly cancel: (handle: number) => void;
  /** Runs what is queued now; callbacks queued meanwhile wait for the next run. */
  run(told: T): void;
  /** Runs queued callbacks that never ran before, so that a loop does not spin during start-up. True if any ran. */
  runNew(told: T): boolean;
  /** Runs a callback if it is queued still. */
  runOne(handle: number, told: T): void;
  /** Whether any is queued. */
  areAsked(): boolean;
  /** A callback that is queued now has queued itself (or its source text) from within a turn before. */
  hasLoop(): boolean;
  /** Callbacks that belong to a library the runtime drives itself are dropped. */
  ignore(callback: (told: T) => void): void;
}

/** @param fail gets what a callback throws; the others run all the same */
export function createCallbackTurns<T>(fail: (thrown: unknown) => void): CallbackTurns<T> {
  type Callback = (told: T) => void;
  let queue = new Map<number, Callback>();
  /** What the present run has not reached yet. */
  let current = new Map<number, Callback>();
  let lastHandle = 0;
  let running = false;
  const ignored = new WeakSet<Callback>();
  const seen = new WeakSet<Callback>();
  /** Source texts of callbacks that ran: a loop may wrap its step in a new closure each time. */
  const seenTexts = new Set<string>();
  const requeued = new Set<number>();
  const textOf = (callback: Callback) => Function.prototype.toString.call(callback);

  const call = (callback: Callback, told: T): void => {
    seen.add(callback);
    seenTexts.add(textOf(callback));
    try {
      callback(told);
    } catch (thrown) {
      fail(thrown);
    }
  };

  return {
    request(callback) {
      const handle = ++lastHandle;
      if (ignored.has(callback)) return handle;
      queue.set(handle, callback);
      if (running && (seen.has(callback) || seenTexts.has(textOf(callback)))) requeued.add(handle);
      return handle;
    },
    cancel(handle) {
      queue.delete(handle);
      current.delete(handle);
      requeued.delete(handle);
    },
    run(told) {
      if (queue.size === 0) return;
      current = queue;
      queue = new Map();
      requeued.clear();
      running = true;
      for (const [handle, callback] of current) {
        current.delete(handle);
        if (!ignored.has(callback)) call(callback, told);
      }
      running = false;
    },
    runNew(told) {
      let ran = false;
      running = true;
      for (const [handle, callback] of [...queue]) {
        if (!queue.has(handle) || seen.has(callback) || requeued.has(handle)) continue;
        queue.delete(handle);
        if (ignored.has(callback)) continue;
        call(callback, told);
        ran = true;
      }
      running = false;
      return ran;
    },
    runOne(handle, told) {
      const callback = queue.get(handle);
      if (callback === undefined) return;
      queue.delete(handle);
      running = true;
      call(callback, told);
      running = false;
    },
    areAsked: () => queue.size > 0,
    hasLoop: () => [...requeued].some((handle) => queue.has(handle)),
    ignore(callback) {
      ignored.add(callback);
    },
  };
}
