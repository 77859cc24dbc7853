/** Tells when a render or batch has changed, by its event stream. */
import { useEffect, useRef } from 'preact/hooks';
import { followEvents } from '../api/event-stream.js';

/** Calls `onChange` for each event of `path` while it is on screen; null follows nothing. */
export function useEvents(path: string | null, onChange: () => void): void {
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    if (path === null) return;
    const ended = new AbortController();
    void followEvents(path, () => latest.current(), ended.signal);
    return () => ended.abort();
  }, [path]);
}
