/** What of the farm a render waits for: then the time that it had is no word about its size or length. Pure. */
import type { FailureClass, RenderFailure } from '@framefarm/farm';
import { renderFailure } from './retry.js';
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

/** The end of a render whose time is up; where the farm held it up, its caller may ask again for the same. */
export function outOfTime(seconds: number, obstacle: string | null): RenderFailure {
  const message = `the render was not finished ${seconds} s after its start`;
  if (obstacle === null) return renderFailure('RENDER_TIMEOUT', message, null);
  const failure = renderFailure('RENDER_TIMEOUT', `${message}: ${obstacle}`, null);
  const hint = 'Submit it again once the farm works as it should, which its operator sees in the state of its workers.';
  return { ...failure, owner: 'system', retryable: true, hint };
}
