/** What is told of a step while it runs: to the log, to the metrics, and as a span of its render's trace (http-api 4.5). */
import type { RenderRecord, StepPayload } from '@framefarm/farm';
import { type OpenSpan, readTraceparent, renderPlace, type SpanPlace } from '@framefarm/telemetry';
import type { Station } from './station.js';
import type { StepEnd } from './step-end.js';

export class StepObservation {
  readonly #begunAt = Date.now();
  #facts: Readonly<Record<string, unknown>>;
  #span: OpenSpan | null = null;
  #frames: Readonly<Record<number, number>> = {};

  constructor(
    private readonly station: Station,
    private readonly payload: StepPayload,
    fence: number,
  ) {
    const { renderId, epoch, step, attempt } = payload;
    this.#facts = { renderId, epoch, step: step.id, attempt, fence };
    station.metrics.begun(step.kind, attempt);
  }

  /** Where spans of parts of the step hang; null before the render is known and where nothing is traced. */
  get place(): SpanPlace | null {
    return this.#span?.place ?? null;
  }

  /** The record was read; from here on lines and spans say whose render it is. */
  known({ requestId, owner, traceparent }: RenderRecord): void {
    const { station, payload } = this;
    const { renderId, epoch, step, attempt } = payload;
    this.#facts = { requestId, ...this.#facts, owner };
    this.#span = station.tracing.begin(`step ${step.kind}`, {
      parent: renderPlace(renderId, epoch, readTraceparent(traceparent)),
      kind: 'consumer',
      startedAt: this.#begunAt,
      facts: {
        'framefarm.render.id': renderId,
        'framefarm.epoch': epoch,
        'framefarm.step': step.id,
        'framefarm.attempt': attempt,
        'framefarm.worker': station.worker,
      },
    });
    station.log.debug(this.#facts, `step ${step.id} begins`);
  }

  /** Frames captured so far, by chunk. @returns their sum. */
  frames(frames: Readonly<Record<number, number>>): number {
    const sum = (all: Readonly<Record<number, number>>): number => Object.values(all).reduce((a, b) => a + b, 0);
    this.station.metrics.frames(Math.max(0, sum(frames) - sum(this.#frames)));
    this.#frames = frames;
    return sum(frames);
  }

  /** `answer`: what the farm said of the result. */
  committed({ ms }: StepEnd, answer: string): void {
    const { log } = this.station;
    log.info({ ...this.#facts, answer, ms }, `step ${this.payload.step.id} ${answer}`);
    this.#span?.end({ facts: { 'framefarm.outcome': answer } });
  }

  failed({ ms, failure }: StepEnd): void {
    if (failure === null) return;
    const { class: failureClass, error } = failure;
    const { code, message } = error;
    const { log } = this.station;
    log.warn(
      { ...this.#facts, code, class: failureClass, err: message, ms },
      `step ${this.payload.step.id} ended: ${code}`,
    );
    const end = { facts: { 'framefarm.outcome': failureClass } };
    this.#span?.end(failureClass === 'returned' ? end : { ...end, error: code });
  }
}
