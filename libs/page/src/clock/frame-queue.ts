/** The queue behind the virtual `requestAnimationFrame` (reference: composition-format 7.1). */

export interface FrameQueue {
  readonly request: (callback: FrameRequestCallback) => number;
  readonly cancel: (handle: number) => void;
  /** Runs what is queued now; callbacks queued meanwhile wait for the next run. */
  run(milliseconds: number): void;
  /** Runs queued callbacks that never ran before, so that a loop does not spin during start-up. True if any ran. */
  runNew(milliseconds: number): boolean;
  /** A callback that is queued now has queued itself (or its source text) from within a frame before. */
  hasLoop(): boolean;
  /** Callbacks that belong to a library the runtime drives itself are dropped. */
  ignore(callback: FrameRequestCallback): void;
  /** While set, requests go here instead of the queue. */
  intercept: ((callback: FrameRequestCallback) => void) | null;
}

/**
 * What a callback is told at time 0, in milliseconds. A browser's own time stamps are never 0, so scripts take one that is for none:
 * with `if (!start) start = time` all would begin a frame late, and Snap.svg's loop would end. The least number above 0 makes
 * no other difference: sums, products and printed decimals are those of 0.
 */
const FIRST_TIME = Number.MIN_VALUE;

export function createFrameQueue(fail: (thrown: unknown) => void): FrameQueue {
  let queue = new Map<number, FrameRequestCallback>();
  /** What the present run has not reached yet. */
  let current = new Map<number, FrameRequestCallback>();
  let lastHandle = 0;
  let running = false;
  const ignored = new WeakSet<FrameRequestCallback>();
  const seen = new WeakSet<FrameRequestCallback>();
  /** Source texts of callbacks that ran: a loop may wrap its step in a new closure each time. */
  const seenTexts = new Set<string>();
  const requeued = new Set<number>();
  const textOf = (callback: FrameRequestCallback) => Function.prototype.toString.call(callback);

  const call = (callback: FrameRequestCallback, milliseconds: number): void => {
    seen.add(callback);
    seenTexts.add(textOf(callback));
    try {
      callback(milliseconds || FIRST_TIME);
    } catch (thrown) {
      fail(thrown);
    }
  };

  const self: FrameQueue = {
    intercept: null,
    request(callback) {
      if (typeof callback !== 'function') {
        throw new TypeError("Failed to execute 'requestAnimationFrame': parameter 1 is not of type 'Function'.");
      }
      const handle = ++lastHandle;
      if (self.intercept !== null) {
        self.intercept(callback);
        return handle;
      }
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
    run(milliseconds) {
      if (queue.size === 0) return;
      current = queue;
      queue = new Map();
      requeued.clear();
      running = true;
      for (const [handle, callback] of current) {
        current.delete(handle);
        if (!ignored.has(callback)) call(callback, milliseconds);
      }
      running = false;
    },
    runNew(milliseconds) {
      let ran = false;
      running = true;
      for (const [handle, callback] of [...queue]) {
        if (!queue.has(handle) || seen.has(callback) || requeued.has(handle)) continue;
        queue.delete(handle);
        if (ignored.has(callback)) continue;
        call(callback, milliseconds);
        ran = true;
      }
      running = false;
      return ran;
    },
    hasLoop: () => [...requeued].some((handle) => queue.has(handle)),
    ignore(callback) {
      ignored.add(callback);
    },
  };
  return self;
}
