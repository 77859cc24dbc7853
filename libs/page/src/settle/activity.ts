/** Watches what a page still has under way: requests, scripts and one-shot timers (reference: composition-format 7.4). */
import { counted } from '@framefarm/contract';
import { LONGEST_WAIT_MS } from '../clock/timer-turns.js';
import { watchLateLoads } from './late-loads.js';

export interface Activity {
  /** What loads now, in words. */
  open(): string[];
  /** The same of timers. */
  timers(): string[];
  /** Requests among them, with their addresses. */
  requests(): ReadonlyMap<object, string>;
  /** Changes whenever something begins or ends. */
  readonly count: number;
}

const short = (url: string): string => (url.length > 120 ? `${url.slice(0, 117)}…` : url);

/**
 * Wraps `fetch`, `XMLHttpRequest` and `setTimeout`; all of them go on as they were.
 * @param waitForFrames whether timers that are set now do, and nobody can wait for them; with the time of {@link LateLoads.lastAt}
 * @param hears of scripts and modules: `onScript` of each that begins to load, `onLoaded` once one has come, or all of the document
 */
export function watchActivity(
  waitForFrames: (lastAt: number | null) => boolean,
  { onScript, onLoaded }: { readonly onScript: (path: string) => void; readonly onLoaded: () => void },
): Activity {
  /** Their addresses. */
  const requests = new Map<object, string>();
  const timers = new Map<number, number>();
  let count = 0;
  const loads = watchLateLoads(onScript);
  let loadedAt = loads.lastAt;
  const begin = (url: string): object => {
    const token = {};
    requests.set(token, url);
    count++;
    return token;
  };
  const end = (token: object): void => {
    if (requests.delete(token)) count++;
  };

  const realFetch = window.fetch;
  window.fetch = function fetch(this: unknown, ...args: Parameters<typeof realFetch>) {
    const [input] = args;
    const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
    const token = begin(url);
    const answer = Reflect.apply(realFetch, window, args) as Promise<Response>;
    // What the page gets is a branch of its own: a failure that it does not handle stays unhandled and is told.
    return answer.then(
      (response) => {
        // A stream of events never ends; anything else counts until its body had time to be read.
        if (response.headers.get('content-type')?.startsWith('text/event-stream') === true) end(token);
        else watchBody(response, () => end(token));
        return response;
      },
      (reason: unknown) => {
        end(token);
        throw reason;
      },
    );
  };

  const realSend = XMLHttpRequest.prototype.send;
  const realOpen = XMLHttpRequest.prototype.open;
  const urls = new WeakMap<XMLHttpRequest, string>();
  XMLHttpRequest.prototype.open = function open(this: XMLHttpRequest, ...args: unknown[]) {
    urls.set(this, String(args[1]));
    Reflect.apply(realOpen, this, args);
  };
  XMLHttpRequest.prototype.send = function send(this: XMLHttpRequest, ...args: unknown[]) {
    const token = begin(urls.get(this) ?? '');
    this.addEventListener('loadend', () => end(token));
    try {
      Reflect.apply(realSend, this, args);
    } catch (thrown) {
      end(token);
      throw thrown;
    }
  };

  const realSetTimeout = window.setTimeout;
  const realClearTimeout = window.clearTimeout;
  const timeout = (handler: TimerHandler, delay?: number, ...args: unknown[]): number => {
    const counts = !waitForFrames(loads.lastAt) && Number(delay ?? 0) <= LONGEST_WAIT_MS;
    if (!counts || typeof handler !== 'function') return realSetTimeout.call(window, handler, delay, ...args);
    const handle: number = realSetTimeout.call(
      window,
      () => {
        timers.delete(handle);
        count++;
        handler(...args);
      },
      delay,
    );
    timers.set(handle, Number(delay ?? 0));
    return handle;
  };
  window.setTimeout = timeout as typeof window.setTimeout;
  window.clearTimeout = (handle) => {
    timers.delete(Number(handle));
    realClearTimeout.call(window, handle);
  };

  return {
    open() {
      const open = [...[...requests.values()].map((url) => `request ${short(url)}`), ...loads.open()];
      if (loads.lastAt !== loadedAt) onLoaded();
      loadedAt = loads.lastAt;
      return open;
    },
    timers() {
      const delays = [...timers.values()];
      return delays.length === 0 ? [] : [`${counted(delays.length, 'timer')} of up to ${Math.max(...delays)} ms`];
    },
    requests: () => requests,
    get count() {
      return count + loads.count;
    },
  };
}

/** Calls `done` once the body was read, or at the next turn when nothing began to read it. */
function watchBody(response: Response, done: () => void): void {
  let reading = false;
  for (const name of ['arrayBuffer', 'blob', 'json', 'text', 'formData', 'bytes'] as const) {
    const read = (response as unknown as Record<string, unknown>)[name];
    if (typeof read !== 'function') continue;
    Object.defineProperty(response, name, {
      configurable: true,
      writable: true,
      value: () => {
        reading = true;
        const body = Reflect.apply(read, response, []) as Promise<unknown>;
        return body.finally(done);
      },
    });
  }
  queueMicrotask(() => queueMicrotask(() => setTimeoutOnce(() => reading || done())));
}

const setTimeoutOnce = window.setTimeout.bind(window) as (callback: () => void) => number;
