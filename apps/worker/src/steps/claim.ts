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
  #beating = false;

  constructor(
    private readonly farm: Farm,
    private readonly payload: StepPayload,
    readonly fence: number,
    private readonly onStop: (why: StepStopped) => void,
  ) {
    this.#timer = setInterval(() => void this.#beat(), BEAT_EVERY_MS);
  }

  /** Frames in flight, for the next beat. */
  frames(frames: Readonly<Record<number, number>>): void {
    this.#frames = frames;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #beat(): Promise<void> {
    if (this.#beating) return;
    this.#beating = true;
    const { renderId, epoch, step } = this.payload;
    try {
      const answer = await this.farm.steps.beat(renderId, epoch, step.id, this.fence, this.#frames);
      if (!answer.go) this.onStop(new StepStopped(answer.reason));
    } catch {
      // Without Redis the step goes on: a short outage then costs nothing.
    } finally {
      this.#beating = false;
    }
  }
}
