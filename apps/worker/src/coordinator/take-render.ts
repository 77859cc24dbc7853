/** Takes jobs of the queue `renders`: each is held until its render is terminal. */
import type { CoordinatePayload } from '@framefarm/farm';
import { PAYLOAD_VERSION } from '@framefarm/farm';
import { DelayedError, type Job, WaitingError } from 'bullmq';
import type { Coordinator } from './coordinator.js';

/** Pause until a job of a newer version is offered again, ms: another worker may understand it. */
export const NEWER_VERSION_PAUSE_MS = 2_000;

export async function takeRender(
  coordinator: Coordinator,
  job: Job<CoordinatePayload>,
  token: string | undefined,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { version, renderId, epoch } = job.data;
  if (version > PAYLOAD_VERSION) {
    await job.moveToDelayed(Date.now() + NEWER_VERSION_PAUSE_MS, token);
    throw new DelayedError();
  }
  const end = await coordinator.lead(renderId, epoch, signal);
  if (end === 'ended') return;
  await job.moveToWait(token);
  throw new WaitingError();
}
