/** Tells when a render or batch has changed, by its event stream. */
import { useEffect, useRef } from 'preact/hooks';
import { followEvents } from '../api/event-stream.js';

/**
 * Calls `onChange` for each event of `path` while it is on screen; null follows nothing. A hidden tab gives its stream
 * back: browsers open few connections to one origin, and a producer few streams to one key (http-api 3.4).
 */
export function useEvents(path: string | null, onChange: () => void): void {
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    if (path === null) return;
    let stream: AbortController | null = null;
    const follow = (): void => {
      stream?.abort();
      stream = document.hidden ? null : new AbortController();
      if (stream !== null) void followEvents(path, () => latest.current(), stream.signal);
    };
    document.addEventListener('visibilitychange', follow);
    follow();
    return () => {
      document.removeEventListener('visibilitychange', follow);
      stream?.abort();
    };
  }, [path]);
}
