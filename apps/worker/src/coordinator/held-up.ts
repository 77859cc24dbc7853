/** What of the farm a render waits for: then the time that it had is no word about its size or length. Pure. */
import type { FailureClass } from '@framefarm/farm';
import type { Situation } from './situation.js';

const OF_THE_FARM: ReadonlySet<FailureClass> = new Set(['transient', 'host', 'lost']);

/** In words, or null while the render is being worked on. */
export function heldUpBy({ steps, capacity }: Situation): string | null {
  if (capacity.workers.length === 0) {
    const [why] = capacity.blocked;
    return `no worker takes its steps now${why === undefined ? '' : `: ${why}`}`;
  }
  const row = steps.find(({ state, error }) => {
    return (state === 'pending' || state === 'failed') && error !== null && OF_THE_FARM.has(error.class);
  });
  if (row === undefined) return null;
  return `${row.step.kind} waits to be tried again, after ${row.error?.code}: ${row.error?.message}`;
}
