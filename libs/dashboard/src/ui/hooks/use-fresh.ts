/** Values that are asked for again and again while they are on screen. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, get } from '../api/client.js';

export interface Fresh<T> {
  readonly value: T | null;
  readonly error: ApiError | null;
  /** Asks again now. */
  readonly refresh: () => void;
}

/**
 * Asks for `path` every `everyMs`, not while the tab is hidden; null asks for nothing. The last value stays over a failure,
 * and until another path has answered.
 */
export function useFresh<T>(path: string | null, everyMs: number): Fresh<T> {
  const [value, setValue] = useState<T | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const ask = useRef<() => void>(() => {});
  useEffect(() => {
    if (path === null) return;
    const ended = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asking = false;
    let again = false;
    const load = async (): Promise<void> => {
      if (asking) {
        again = true;
        return;
      }
      asking = true;
      clearTimeout(timer);
      try {
        const fresh = await get<T>(path, ended.signal);
        if (ended.signal.aborted) return;
        setValue(fresh);
        setError(null);
      } catch (thrown) {
        if (ended.signal.aborted) return;
        setError(thrown instanceof ApiError ? thrown : new ApiError(0, 'UNREADABLE', 'the answer cannot be read'));
      } finally {
        asking = false;
      }
      if (again) {
        again = false;
        void load();
      } else timer = setTimeout(() => (document.hidden ? wait() : void load()), everyMs);
    };
    const wait = (): void => {
      document.addEventListener('visibilitychange', () => void load(), { once: true, signal: ended.signal });
    };
    ask.current = () => void load();
    void load();
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [path, everyMs]);
  return { value, error, refresh: useCallback(() => ask.current(), []) };
}
