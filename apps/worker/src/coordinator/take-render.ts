/** Takes jobs of the queue `renders`: each is held until its render is terminal. */
import { type CoordinatePayload, UNVERSIONED } from '@framefarm/farm';
import { type Job, WaitingError } from 'bullmq';
import type { Refusals } from '../versions/refusals.js';
import type { Coordinator } from './coordinator.js';

export async function takeRender(
  coordinator: Coordinator,
  refusals: Refusals,
  job: Job<CoordinatePayload>,
  token: string | undefined,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  await refusals.decline(job, token);
  const { version = UNVERSIONED, renderId, epoch } = job.data;
  const end = await coordinator.lead({ renderId, epoch, version }, signal);
  if (end === 'ended') return;
  await job.moveToWait(token);
  throw new WaitingError();
}
