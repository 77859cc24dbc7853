/** Takes jobs of the queues `capture` and `media`: hands back what another worker should do, and does the rest. */
import { offerAgain, type StepPayload } from '@framefarm/farm';
import type { Job } from 'bullmq';
import { capacityOf } from '../coordinator/capacity.js';
import type { Refusals } from '../versions/refusals.js';
import { performStep } from './perform-step.js';
import type { Station } from './station.js';
import type { StepEnd } from './step-end.js';

/** Pause until a step that failed here is offered again, ms: another worker should be quicker. */
const ELSEWHERE_PAUSE_MS = 300;

/** Settles when the worker has room for another step. */
export async function takeStep(
  station: Station,
  refusals: Refusals,
  onEnd: (end: StepEnd) => Promise<void>,
  job: Job<StepPayload>,
  token: string | undefined,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  await refusals.decline(job, token);
  const pause = await pauseFor(station, job.data);
  if (pause !== null) await offerAgain(job, token, pause);
  const { ending } = station;
  const left = Promise.withResolvers<void>();
  const perform = async (): Promise<void> => {
    const end = await performStep(station, job.data, AbortSignal.any([signal, ending.signal]), left.resolve);
    if (end !== null) await onEnd(end);
  };
  const ended = perform();
  // The job has done its part when the step has left its lane: what holds the step is its claim.
  await Promise.race([ended, left.promise.then(() => ending.enter(ended))]);
}

/** How long to leave the step to others; null: take it. */
async function pauseFor({ farm, worker }: Station, { version, notOn }: StepPayload): Promise<number | null> {
  if (!notOn.includes(worker)) return null;
  const { workers } = capacityOf(await farm.workers.list(), version);
  return workers.some((name) => !notOn.includes(name)) ? ELSEWHERE_PAUSE_MS : null;
}
