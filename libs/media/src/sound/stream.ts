/**
 * Voices and groups as streams that the mix pulls block by block. Effects that look ahead make their output late; a
 * stream makes up for it by feeding its strip earlier, so every sound leaves at its time.
 */
import type { Strip } from './channel.js';
import { CHANNELS, SAMPLE_RATE } from './decode-args.js';
import type { Track } from './track.js';

/** A quarter of a second: small in memory, large enough that pipes do not matter. */
export const BLOCK_FRAMES = 12_000;

export interface SoundStream {
  /** The next stereo frames, beginning with the first of the render; null when they are silent. */
  pull(frames: number): Promise<Float32Array | null>;
}

/** The sum of the next frames of all. */
export async function summed(streams: readonly SoundStream[], frames: number): Promise<Float32Array> {
  const sum = new Float32Array(frames * CHANNELS);
  for (const block of await Promise.all(streams.map((stream) => stream.pull(frames)))) {
    if (block === null) continue;
    for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] as number) + (block[at] as number);
  }
  return sum;
}

/** A track at its place, through its strip. */
export class VoiceStream implements SoundStream {
  readonly #track: Track;
  readonly #strip: Strip;
  /** Next frame of the render to be pulled. */
  #at = 0;
  /** Frames of the slot, and of the silence after it, that the strip has got. */
  #fed = 0;
  #primed = false;

  constructor(track: Track, strip: Strip) {
    this.#track = track;
    this.#strip = strip;
  }

  async pull(frames: number): Promise<Float32Array | null> {
    const { startFrame, endFrame } = this.#track;
    const from = Math.max(this.#at, startFrame);
    const to = this.#at + frames;
    const offset = (from - this.#at) * CHANNELS;
    this.#at = to;
    // Without effects nothing is heard after the slot; with them the tail rings on to the end of the render.
    if (from >= (this.#strip.hasEffects ? to : Math.min(to, endFrame))) {
      if (from >= endFrame) await this.close();
      return null;
    }
    await this.#prime();
    const out = new Float32Array(frames * CHANNELS);
    out.set(await this.#next(to - from), offset);
    return out;
  }

  close(): Promise<void> {
    return this.#track.close();
  }

  /** Drops what comes before the first frame heard: the delay of the strip, and a slot's part before the render. */
  async #prime(): Promise<void> {
    if (this.#primed) return;
    this.#primed = true;
    const frames = this.#strip.latencyFrames + Math.max(0, -this.#track.startFrame);
    for (let left = frames; left > 0; left -= BLOCK_FRAMES) await this.#next(Math.min(left, BLOCK_FRAMES));
  }

  async #next(frames: number): Promise<Float32Array> {
    const block = new Float32Array(frames * CHANNELS);
    const left = this.#track.endFrame - this.#track.startFrame - this.#fed;
    if (left > 0) block.set(await this.#track.read(Math.min(left, frames)));
    if (left <= frames) await this.close();
    this.#strip.process(block, this.#fed / SAMPLE_RATE);
    this.#fed += frames;
    return block;
  }
}

/** The sum of its members through the strip of the group. */
export class GroupStream implements SoundStream {
  readonly #members: readonly SoundStream[];
  readonly #strip: Strip;
  #fed = 0;

  constructor(members: readonly SoundStream[], strip: Strip) {
    this.#members = members;
    this.#strip = strip;
  }

  async pull(frames: number): Promise<Float32Array | null> {
    if (this.#members.length === 0) return null;
    while (this.#fed < this.#strip.latencyFrames) {
      await this.#next(Math.min(this.#strip.latencyFrames - this.#fed, BLOCK_FRAMES));
    }
    return await this.#next(frames);
  }

  async #next(frames: number): Promise<Float32Array> {
    const block = await summed(this.#members, frames);
    this.#strip.process(block, this.#fed / SAMPLE_RATE);
    this.#fed += frames;
    return block;
  }
}
