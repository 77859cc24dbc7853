/** Takes jobs of the queues `capture` and `media`: hands back what another worker should do, and does the rest. */
import { offerAgain, type StepPayload } from '@framefarm/farm';
import type { Job } from 'bullmq';
import { capacityOf } from '../coordinator/capacity.js';
import type { Refusals } from '../versions/refusals.js';
import { ownCapture } from './own-capture.js';
import { performStep } from './perform-step.js';
import type { Station } from './station.js';
import type { StepEnd } from './step-end.js';

/** Pause until a step that failed here is offered again, ms: another worker should be quicker. */
const ELSEWHERE_PAUSE_MS = 300;

/** Settles when the worker has room for another step. `takesSteps`: whether it may begin any. */
export async function takeStep(
  station: Station,
  refusals: Refusals,
  onEnd: (end: StepEnd) => Promise<void>,
  takesSteps: () => boolean,
  job: Job<StepPayload>,
  token: string | undefined,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  await refusals.decline(job, token);
  const pause = await pauseFor(station, job.data);
  if (pause !== null) await offerAgain(job, token, pause);
  const { ending } = station;
  const left = Promise.withResolvers<void>();
  const handBack = AbortSignal.any([signal, ending.signal]);
  const perform = async (payload: StepPayload): Promise<void> => {
    const end = await performStep(station, payload, handBack, left.resolve);
    if (end === null) return;
    await onEnd(end);
    const next = takesSteps() ? await ownCapture(station, payload, end) : null;
    // Whoever is quicker has the claim; the job of the capture then finds nothing to do.
    if (next !== null && takesSteps()) await perform(next);
  };
  const ended = perform(job.data);
  // The job has done its part when the step has left its lane: what holds the step is its claim.
  await Promise.race([ended, left.promise.then(() => ending.enter(ended))]);
}

/** How long to leave the step to others; null: take it. */
async function pauseFor({ farm, worker }: Station, { version, notOn }: StepPayload): Promise<number | null> {
  if (!notOn.includes(worker)) return null;
  const { workers } = capacityOf(await farm.workers.list(), version);
  return workers.some((name) => !notOn.includes(name)) ? ELSEWHERE_PAUSE_MS : null;
}
