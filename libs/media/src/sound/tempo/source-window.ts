/** The part of a source that a change of tempo looks at: some way back, some way ahead. */
import { CHANNELS } from '../decode-args.js';

/** Stereo samples in order, fewer than asked for only at the end. */
export interface SampleSource {
  read(frames: number): Promise<Float32Array>;
  close(): Promise<void>;
}

/** Frames asked for at once, and at least. */
const BLOCK_FRAMES = 12_000;

export class SourceWindow {
  readonly #source: SampleSource;
  /** Interleaved; `#first` is the frame of the source at its beginning. */
  #samples = new Float32Array(0);
  #first = 0;
  #length: number | null = null;

  constructor(source: SampleSource) {
    this.#source = source;
  }

  /** Frames of the source; null as long as its end was not seen. */
  get length(): number | null {
    return this.#length;
  }

  /** Holds what lies before `frame`; after the end of the source that is silence. */
  async reach(frame: number): Promise<void> {
    while (this.#length === null && this.#end() < frame) {
      const part = await this.#source.read(BLOCK_FRAMES);
      this.#append(part);
      if (part.length < BLOCK_FRAMES * CHANNELS) this.#length = this.#end();
    }
    if (this.#end() < frame) this.#append(new Float32Array((frame - this.#end()) * CHANNELS));
  }

  /** Samples from frame `from` on, as far as they are held; `from` was not given away. */
  from(from: number): Float32Array {
    return this.#samples.subarray((from - this.#first) * CHANNELS);
  }

  /** What lies before `frame` is not asked for any more. */
  release(frame: number): void {
    // Moved once in a while: the whole window is copied each time.
    if (frame - this.#first < 2 * BLOCK_FRAMES) return;
    this.#samples = this.#samples.slice((frame - this.#first) * CHANNELS);
    this.#first = frame;
  }

  close(): Promise<void> {
    return this.#source.close();
  }

  #end(): number {
    return this.#first + this.#samples.length / CHANNELS;
  }

  #append(part: Float32Array): void {
    const all = new Float32Array(this.#samples.length + part.length);
    all.set(this.#samples);
    all.set(part, this.#samples.length);
    this.#samples = all;
  }
}
