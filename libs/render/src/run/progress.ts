/** Progress over the whole render, from frames captured (nearly all of the time goes there). */
import type { RenderListener, Stage } from '@framefarm/contract';

/** Share of the whole, in percent, reached when a stage begins. */
const BEGINS: Readonly<Record<Stage, number>> = {
  compile: 0,
  extract_video: 4,
  process_audio: 4,
  capture: 6,
  encode: 94,
  assemble: 95,
  publish: 99,
};

export class Progress {
  #frames = 0;
  #total = 0;
  readonly #emit: RenderListener;

  constructor(emit: RenderListener) {
    this.#emit = emit;
  }

  get framesRendered(): number {
    return this.#frames;
  }

  begin(stage: Stage, totalFrames?: number): void {
    if (totalFrames !== undefined) this.#total = totalFrames;
    this.#tell(stage, BEGINS[stage]);
  }

  /** One more frame is captured. */
  frameDone(): void {
    this.#frames = Math.min(this.#total, this.#frames + 1);
    const share = this.#total === 0 ? 0 : this.#frames / this.#total;
    this.#tell('capture', BEGINS.capture + share * (BEGINS.encode - BEGINS.capture));
  }

  /** Frames of a lost chunk are captured again. */
  framesLost(count: number): void {
    this.#frames = Math.max(0, this.#frames - count);
  }

  #tell(stage: Stage, progress: number): void {
    this.#emit({
      kind: 'progress',
      stage,
      progress: Math.round(progress * 10) / 10,
      framesRendered: this.#frames,
      totalFrames: this.#total,
    });
  }
}
