/** One signal for everything a render starts: the caller's cancel, the time limit, and a failure inside. */
import { FramefarmError } from '@framefarm/contract';

export interface Cancellation {
  readonly abort: AbortController;
  readonly signal: AbortSignal;
  /** Stops the time limit until the returned function is called: a render that waits for others is not slow. */
  pauseClock(): () => void;
  /** Stops the clock and lets go of the caller's signal. */
  release(): void;
}

/** `timeoutMs` null means no limit. The reason of an abort is always a FramefarmError. */
export function openCancellation(caller: AbortSignal | undefined, timeoutMs: number | null): Cancellation {
  const abort = new AbortController();
  const onCaller = (): void => {
    const { reason } = caller as AbortSignal;
    abort.abort(
      reason instanceof FramefarmError
        ? reason
        : new FramefarmError('RENDER_CANCELLED', 'the render was cancelled', { cause: reason }),
    );
  };
  if (caller?.aborted) onCaller();
  caller?.addEventListener('abort', onCaller, { once: true });
  let timer: NodeJS.Timeout | undefined;
  let leftMs = timeoutMs ?? 0;
  let since = 0;
  const startClock = (): void => {
    if (timeoutMs === null || abort.signal.aborted) return;
    since = performance.now();
    timer = setTimeout(() => {
      abort.abort(new FramefarmError('RENDER_TIMEOUT', `the render was not done after ${timeoutMs / 1000} s`));
    }, leftMs);
  };
  startClock();
  return {
    abort,
    signal: abort.signal,
    pauseClock: () => {
      clearTimeout(timer);
      leftMs = Math.max(0, leftMs - (performance.now() - since));
      return startClock;
    },
    release: () => {
      clearTimeout(timer);
      caller?.removeEventListener('abort', onCaller);
    },
  };
}
