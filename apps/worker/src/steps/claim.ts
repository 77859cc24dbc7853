/** A worker's hold on a step: it beats once a second and hears in the answer whether to go on (farm-practice 4). */
import { FramefarmError } from '@framefarm/contract';
import type { BeatAnswer, Farm, StepPayload } from '@framefarm/farm';

/** Time between two beats, ms. */
const BEAT_EVERY_MS = 1_000;

/** Why the step stops: the render wants it no more. */
export class StepStopped extends FramefarmError {
  constructor(readonly why: Extract<BeatAnswer, { readonly go: false }>['reason']) {
    super('RENDER_CANCELLED', `the step was told to stop (${why})`);
  }
}

export class Claim {
  readonly #timer: NodeJS.Timeout;
  #frames: Readonly<Record<number, number>> = {};
  /** They were told by a beat. */
  #told = true;
  #beating: Promise<void> | null = null;

  constructor(
    private readonly farm: Farm,
    private readonly payload: StepPayload,
    readonly fence: number,
    private readonly onStop: (why: StepStopped) => void,
  ) {
    this.#timer = setInterval(() => {
      this.#beating ??= this.#beat();
    }, BEAT_EVERY_MS);
  }

  /** Frames in flight, for the next beat. */
  frames(frames: Readonly<Record<number, number>>): void {
    this.#frames = frames;
    this.#told = false;
  }

  /** Before a failure is told: a chunk that fails between two beats has begun, and its next try is a retry. */
  async lastFrames(): Promise<void> {
    await this.#beating;
    if (!this.#told) await this.#beat();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #beat(): Promise<void> {
    const { renderId, epoch, step } = this.payload;
    this.#told = true;
    try {
      const answer = await this.farm.steps.beat(renderId, epoch, step.id, this.fence, this.#frames);
      if (!answer.go) this.onStop(new StepStopped(answer.reason));
    } catch {
      // Without Redis the step goes on: a short outage then costs nothing.
    } finally {
      this.#beating = null;
    }
  }
}
