/** From a claim to a commit: whatever happens in between, the claim is given back with what came of it. */
import {
  asFramefarmError,
  FramefarmError,
  lossOnSurfaceOf,
  surfaceObstacleOf,
  type Warning,
} from '@framefarm/contract';
import { type FailureClass, LEASE_MS, type RenderRecord, type StepPayload } from '@framefarm/farm';
import { createScratch } from '@framefarm/process';
import { usableMemory } from '@framefarm/render';
import { farmOptions } from '../config/farm-options.js';
import { classOf } from '../coordinator/retry.js';
import { assemble, discardEarlierOutputs, discardOutput } from './assemble.js';
import { capture } from './capture.js';
import { Claim, StepStopped } from './claim.js';
import { extract } from './extract.js';
import { prepare } from './prepare.js';
import { sound } from './sound.js';
import type { Station } from './station.js';
import type { StepEnd } from './step-end.js';
import { StepObservation } from './step-observation.js';
import type { StepFacts, StepRun } from './step-run.js';
import { throughOutage } from './through-outage.js';
import { toldFailure } from './told-failure.js';
import { valueWithoutPlaces, withoutPlaces } from './without-places.js';

/** How long a failure is kept to be told, ms; after that the lapsed claim tells enough. */
const LONGEST_OUTAGE_MS = 60_000;

/** Thrown into steps that a draining worker hands back. */
class HandedBack extends FramefarmError {
  constructor() {
    super('RENDER_CANCELLED', 'the worker stops; another one takes the step');
  }
}

/**
 * Claims the step and does it; null when there was nothing to claim. `handBack` aborts when the worker has to stop. `onLeft`: its lane can
 * do another step, while this one ends. Rejects only when Redis cannot be reached.
 */
export async function performStep(
  station: Station,
  payload: StepPayload,
  handBack: AbortSignal,
  onLeft: () => void = () => {},
): Promise<StepEnd | null> {
  const { farm, board, worker } = station;
  const { renderId, epoch, step } = payload;
  const claimed = await farm.steps.claim(renderId, epoch, step, worker);
  if (claimed === null) return null;
  const observed = new StepObservation(station, payload, claimed.fence);
  const controller = new AbortController();
  const abort = (error: FramefarmError): void => controller.abort(error);
  const claim = new Claim(farm, payload, claimed.fence, abort);
  const onHandBack = (): void => abort(new HandedBack());
  handBack.addEventListener('abort', onHandBack, { once: true });
  if (handBack.aborted) onHandBack();
  const work = board.begin(payload);
  const began = performance.now();
  const ended = (failure: StepEnd['failure']): StepEnd => ({
    renderId,
    kind: step.kind,
    ms: Math.round(performance.now() - began),
    failure,
  });
  let peakBytes: number | null = null;
  const lines = new LogLines((kept) => farm.steps.log(renderId, step.id, kept));
  try {
    const { record, openChunks, now } = claimed;
    observed.known(record);
    const scratch = await createScratch(station.directory, `${step.kind}-`);
    try {
      const run: StepRun = {
        station,
        record,
        step,
        fence: claimed.fence,
        openChunks,
        span: observed.place,
        signal: controller.signal,
        abort,
        directory: scratch.path,
        options: farmOptions(record.options, station.settings),
        deadlineMs: timeLeft(record, now),
        listener: {
          onFrames: (frames) => {
            claim.frames(frames);
            work.frames(observed.frames(frames));
          },
          onLeft: () => {
            work.left();
            onLeft();
          },
          onLog: (kept) => lines.add(kept.map((line) => withoutPlaces(line, station.directory))),
          onPeak: (bytes) => {
            peakBytes = Math.max(peakBytes ?? 0, bytes);
          },
          onWarning: (warning) => warn(station, record, step.kind, valueWithoutPlaces(warning, station.directory)),
        },
      };
      const result: StepFacts = { ...(await doStep(run)), peakRssMb: megabytes(peakBytes) };
      const answer = await throughOutage(
        () => farm.steps.commit(renderId, epoch, step.id, claimed.fence, result),
        run.deadlineMs,
        controller.signal,
      );
      claim.stop();
      if (step.kind === 'assemble') await (answer === 'stale' ? discardOutput(run) : discardEarlierOutputs(run));
      const end = ended(null);
      observed.committed(end, answer);
      return end;
    } finally {
      // Until its failure is told the step is held: files of many pictures take longer to go than a lease.
      await scratch.remove();
    }
  } catch (thrown) {
    const error = asFramefarmError(controller.signal.aborted ? controller.signal.reason : thrown);
    const { code } = error;
    const failureClass = failureClassOf(error);
    const end = ended({ class: failureClass, error });
    observed.failed(end);
    const told = toldFailure(error, { directory: station.directory, location: station.store.location });
    lines.add([`${code}: ${told.message}`]);
    // With the last claim the render is quiet, also on this machine.
    if (error instanceof StepStopped && error.why !== 'superseded') await station.lanes.forget(renderId);
    // A lane that was lost tells nothing; what this machine had left may explain it.
    const { circumstances = null } = error;
    const known = circumstances ?? { freeMemoryMB: megabytes(usableMemory().freeBytes) };
    const obstacle = surfaceObstacleOf(error) ?? lossOnSurfaceOf(error);
    const failure = {
      ...told,
      class: failureClass,
      ...(obstacle === null ? {} : { obstacle }),
      circumstances: valueWithoutPlaces(known, station.directory),
    };
    if (failureClass !== 'returned') await claim.lastFrames();
    // What a worker that ends cannot give back is found by its lease.
    const withinMs = error instanceof HandedBack ? LEASE_MS : LONGEST_OUTAGE_MS;
    await throughOutage(() => farm.steps.fail(renderId, epoch, step.id, claimed.fence, failure), withinMs);
    return end;
  } finally {
    claim.stop();
    handBack.removeEventListener('abort', onHandBack);
    await lines.close();
    work.end();
  }
}

function doStep(run: StepRun): Promise<StepFacts> {
  const { step } = run;
  switch (step.kind) {
    case 'prepare':
      return prepare({ ...run, step });
    case 'extract':
      return extract({ ...run, step });
    case 'sound':
      return sound({ ...run, step });
    case 'capture':
      return capture({ ...run, step });
    case 'assemble':
      return assemble({ ...run, step });
  }
}

function failureClassOf(error: FramefarmError): FailureClass {
  if (error instanceof HandedBack || error instanceof StepStopped) return 'returned';
  return classOf(error);
}

function megabytes<B extends number | null>(bytes: B): B {
  return (bytes === null ? null : Math.round(bytes / 1_048_576)) as B;
}

/** `now`: epoch ms by the clock of Redis. */
function timeLeft({ startedAt, timeoutSeconds }: RenderRecord, now: number): number {
  const began = startedAt === null ? now : Date.parse(startedAt);
  return Math.max(1, Math.round(began + timeoutSeconds * 1000 - now));
}

/** Warnings of the plan come with the prepare step's result. */
function warn({ farm, log }: Station, { id, epoch }: RenderRecord, kind: string, warning: Warning): void {
  if (kind === 'prepare') return;
  farm.renders
    .warn(id, epoch, [warning])
    .catch((error) => log.warn({ renderId: id, err: String(error) }, 'a warning was lost'));
}

/** Lines of a step on their way to the farm, gathered so that a talkative page costs few calls. */
class LogLines {
  #lines: string[] = [];
  #sending: Promise<void> = Promise.resolve();
  readonly #timer = setInterval(() => this.#flush(), 1_000);

  constructor(private readonly send: (lines: readonly string[]) => Promise<void>) {}

  add(lines: readonly string[]): void {
    this.#lines.push(...lines);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#flush();
    await this.#sending;
  }

  #flush(): void {
    if (this.#lines.length === 0) return;
    const lines = this.#lines;
    this.#lines = [];
    // A lost log line is no reason to lose the step.
    this.#sending = this.#sending.then(() => this.send(lines)).catch(() => {});
  }
}
