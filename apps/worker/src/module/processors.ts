/** The processors of this worker, as @nestjs/bullmq finds and registers them: one class for each queue it takes jobs from. */
import {
  type CoordinatePayload,
  offerAgain,
  QUEUES,
  type QueueName,
  type StepPayload,
  workerOptions,
} from '@framefarm/farm';
import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import type { Type } from '@nestjs/common';
import type { Job, WorkerOptions } from 'bullmq';
import type { Coordinator } from '../coordinator/coordinator.js';
import { takeRender } from '../coordinator/take-render.js';
import type { Station } from '../steps/station.js';
import type { StepEnd } from '../steps/step-end.js';
import { takeStep } from '../steps/take-step.js';
import type { Upkeep } from '../upkeep/upkeep.js';
import type { Refusals } from '../versions/refusals.js';
import type { WorkerIdentity } from './identity.js';

/** Renders that one process leads at once; the limit of the farm is 10. */
const COORDINATED_AT_ONCE = 10;

/** Pause until others find a job that came to a worker at rest, ms. */
const RESTING_PAUSE_MS = 10;

abstract class FarmProcessor extends WorkerHost {
  /** A Redis that is away shows in health and logs; BullMQ tries again by itself. */
  @OnWorkerEvent('error')
  onError(): void {}

  /** A BullMQ worker that was already waiting for a job when it was paused is still given the next one. */
  protected async leaveAtRest(job: Job, token: string | undefined): Promise<void> {
    if (this.worker.isPaused()) await offerAgain(job, token, RESTING_PAUSE_MS);
  }
}

// The parameters after the job have no defaults: BullMQ counts them before it hands out the signal (stack-notes 5).

export class RenderProcessor extends FarmProcessor {
  constructor(
    private readonly coordinator: Coordinator,
    private readonly refusals: Refusals,
  ) {
    super();
  }

  override async process(job: Job<CoordinatePayload>, token?: string, signal?: AbortSignal): Promise<void> {
    await this.leaveAtRest(job, token);
    return takeRender(this.coordinator, this.refusals, job, token, signal);
  }
}

export class StepProcessor extends FarmProcessor {
  constructor(
    private readonly station: Station,
    private readonly refusals: Refusals,
    private readonly onStepEnd: (end: StepEnd) => Promise<void>,
  ) {
    super();
  }

  override async process(job: Job<StepPayload>, token?: string, signal?: AbortSignal): Promise<void> {
    await this.leaveAtRest(job, token);
    const takesSteps = (): boolean => !this.worker.isPaused();
    return takeStep(this.station, this.refusals, this.onStepEnd, takesSteps, job, token, signal);
  }
}

export class UpkeepProcessor extends FarmProcessor {
  constructor(private readonly upkeep: Upkeep) {
    super();
  }

  override process(job: Job, _token?: string, _signal?: AbortSignal): Promise<void> {
    return this.upkeep.run(job.name);
  }
}

/** A class of its own for each worker, because the options that a decorator carries are those of one worker. */
function bound<T extends Type<WorkerHost>>(base: T, queue: QueueName, options: WorkerOptions): T {
  Processor({ name: QUEUES[queue] }, options)(base);
  return base;
}

export interface ProcessorParts {
  readonly identity: WorkerIdentity;
  readonly station: Station;
  readonly coordinator: Coordinator;
  readonly upkeep: Upkeep;
  readonly refusals: Refusals;
  readonly onStepEnd: (end: StepEnd) => Promise<void>;
}

export const PROCESSOR_NAMES = ['renders', 'capture', 'media', 'upkeep'] as const satisfies readonly QueueName[];
export type Processors = Readonly<Record<(typeof PROCESSOR_NAMES)[number], WorkerHost>>;

/** None of them takes a job before it is told to run. */
export function makeProcessors(parts: ProcessorParts): Processors {
  const { identity, station, coordinator, upkeep, refusals, onStepEnd } = parts;
  const { redis, name, slots } = identity;
  const options = { ...workerOptions(redis), autorun: false, name };
  const Renders = bound(class extends RenderProcessor {}, 'renders', { ...options, concurrency: COORDINATED_AT_ONCE });
  const Capture = bound(class extends StepProcessor {}, 'capture', { ...options, concurrency: slots });
  const Media = bound(class extends StepProcessor {}, 'media', { ...options, concurrency: Math.max(2, slots) });
  const Keeping = bound(class extends UpkeepProcessor {}, 'upkeep', options);
  return {
    renders: new Renders(coordinator, refusals),
    capture: new Capture(station, refusals, onStepEnd),
    media: new Media(station, refusals, onStepEnd),
    upkeep: new Keeping(upkeep),
  };
}
