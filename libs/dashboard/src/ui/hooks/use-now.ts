/** A clock for what is still being counted. */
import { useEffect, useState } from 'preact/hooks';

/** Epoch ms; moves each second while `ticks`. */
export function useNow(ticks: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    setNow(Date.now());
    if (!ticks) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [ticks]);
  return now;
}
