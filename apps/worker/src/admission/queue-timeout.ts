/** Ends renders that waited for longer than the operator allows (farm-practice 2, row 4). */
import type { Farm, RenderRecord } from '@framefarm/farm';
import { renderFailure } from '../coordinator/retry.js';

/** Renders ended by one look; the next one goes on. */
const AT_ONCE = 100;

/** `seconds` 0 is no limit. A render that was admitted meanwhile goes on. Tells which ended. */
export async function endLongWaiting({ line, renders }: Farm, seconds: number): Promise<readonly RenderRecord[]> {
  if (seconds === 0) return [];
  const message = `the render waited for its turn for more than ${seconds} s, the limit of this farm`;
  const error = {
    ...renderFailure('RENDER_TIMEOUT', message, null),
    retryable: true,
    hint: 'Submit it again when the queue is shorter.',
  };
  const ended: RenderRecord[] = [];
  for (const { renderId, epoch } of await line.waitingLongerThan(seconds * 1000, AT_ONCE)) {
    const { moved, record } = await renders.move(renderId, epoch, 'queue_timeout', { error });
    if (moved && record !== null) ended.push(record);
  }
  return ended;
}
