/** Jobs that go back into their queue without having been tried. */
import { DelayedError, type Job } from 'bullmq';

/**
 * Hands a job that is being processed back, to be found by any worker in `ms`.
 * @throws DelayedError always: what BullMQ has to hear then.
 */
export async function offerAgain(job: Job, token: string | undefined, ms: number): Promise<never> {
  await job.moveToDelayed(Date.now() + ms, token);
  throw new DelayedError();
}
