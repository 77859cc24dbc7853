/**
 * The lane that has planned a render of one chunk has its page open, and goes on with the capture as soon as that is due: if it took what waits in the
 * queue first, such as the next row of a batch, this page would be opened a second time.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { StepPayload, StepRow } from '@framefarm/farm';
import type { Station } from './station.js';
import type { StepEnd } from './step-end.js';

/** A coordinator makes the capture due within some milliseconds. One that has more to do than that is not waited for, ms. */
const WAIT_MS = 100;
const LOOK_EVERY_MS = 5;

/** The capture to go on with after a step; null where that was no plan of one chunk, or its capture does not come now. */
export async function ownCapture(
  { farm, worker }: Pick<Station, 'farm' | 'worker'>,
  { version, renderId, epoch }: StepPayload,
  { kind, failure }: StepEnd,
): Promise<StepPayload | null> {
  if (kind !== 'prepare' || failure !== null) return null;
  const until = performance.now() + WAIT_MS;
  while (performance.now() < until) {
    // Without Redis the queue says what comes, once it is back.
    const rows = await farm.steps.list(renderId, epoch).catch(() => []);
    if (!isNext(rows)) return null;
    const row = rows.find(({ step, state }) => step.kind === 'capture' && state === 'pending');
    if (row !== undefined) {
      const { step, attempt, failedOn: notOn } = row;
      // Another try has its time and its place.
      return attempt > 1 || notOn.includes(worker) ? null : { version, renderId, epoch, step, attempt, notOn };
    }
    await pause(LOOK_EVERY_MS);
  }
  return null;
}

/** Pictures of videos are extracted before a capture, which takes longer than anybody should wait; of known chunks the render is assembled at once. */
const isNext = (rows: readonly StepRow[]): boolean =>
  rows.some(({ step, result }) => step.kind === 'prepare' && result?.chunks === 1) &&
  rows.every(({ step: { kind } }) => kind !== 'extract' && kind !== 'assemble') &&
  rows.every(({ step, state }) => step.kind !== 'capture' || state === 'pending');
