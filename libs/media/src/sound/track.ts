/** One track of the mix: its source through rate, loop and slot, ready to be gained and summed. */
import type { AudioStreamInfo, AudioTrack } from '@framefarm/contract';
import type { Ffmpeg } from '../ffmpeg/find.js';
import { CHANNELS, SAMPLE_RATE } from './decode-args.js';
import type { SampleSource } from './tempo/source-window.js';
import { Stretch } from './tempo/stretch.js';
import { TrackReader } from './track-reader.js';

/** Loops up to this long are kept in memory instead of being decoded again, stereo samples (64 MiB, 175 s). */
const KEPT_LOOP_FRAMES = 8 * 1024 * 1024;

export class Track {
  /** First sample of the slot in the mix; negative when it begins before the render. */
  readonly startFrame: number;
  /** First sample after the slot. */
  readonly endFrame: number;
  /** @param passed source seconds of the pass that are over */
  readonly #open: (passed: number) => SampleSource;
  /** Of the first pass, where the head of a loop is cut; 0 from the second one on. */
  #headSeconds: number;
  readonly #loop: boolean;
  #reader: SampleSource | null = null;
  #kept: Float32Array[] | null = [];
  #keptFrames = 0;
  #replay: { readonly samples: Float32Array; at: number } | null = null;
  /** Samples of a pass of a loop; infinite where the sound itself tells when it is over. */
  readonly #passLength: number;
  #passFrames = 0;
  /** The sound of this pass is over, its pictures go on. */
  #isSilent = false;
  #ended = false;

  /**
   * @param pass source seconds after which a loop begins anew, > 0, or null where nothing tells; `exact` where that is not the end of
   * its sound: sound and pictures of a video begin their passes together, whichever of them is longer
   */
  constructor(
    ffmpeg: Ffmpeg,
    track: AudioTrack,
    file: string,
    audio: AudioStreamInfo,
    pass: { readonly seconds: number; readonly exact: boolean } | null = null,
  ) {
    this.startFrame = Math.round(track.start * SAMPLE_RATE);
    this.endFrame = Math.round((track.start + track.duration) * SAMPLE_RATE);
    this.#loop = track.loop;
    const { mediaStart, rate, passed = 0 } = track;
    const samples = (seconds: number): number => Math.round((seconds / rate) * SAMPLE_RATE);
    this.#passLength =
      track.loop && pass?.exact === true ? Math.max(1, samples(pass.seconds)) : Number.POSITIVE_INFINITY;
    this.#headSeconds = pass === null ? passed : passed % pass.seconds;
    this.#passFrames = Math.min(samples(this.#headSeconds), this.#passLength - 1);
    this.#open = (over) => {
      const source = new TrackReader(ffmpeg, { file, audio, mediaStart: mediaStart + over });
      return rate === 1 ? source : new Stretch(source, rate);
    };
  }

  /** The next `frames` stereo samples of the slot; silence after the end of a source that does not loop. */
  async read(frames: number): Promise<Float32Array> {
    const out = new Float32Array(frames * CHANNELS);
    let filled = 0;
    while (filled < frames && !this.#ended) {
      const part = await this.#next(frames - filled);
      out.set(part, filled * CHANNELS);
      filled += part.length / CHANNELS;
    }
    return out;
  }

  async close(): Promise<void> {
    await this.#reader?.close();
    this.#reader = null;
    this.#kept = null;
    this.#replay = null;
    this.#ended = true;
  }

  async #next(frames: number): Promise<Float32Array> {
    if (this.#replay !== null) {
      const { samples, at } = this.#replay;
      const part = samples.subarray(at, at + frames * CHANNELS);
      this.#replay.at = at + part.length >= samples.length ? 0 : at + part.length;
      return part;
    }
    const wanted = Math.min(frames, this.#passLength - this.#passFrames);
    const part = await this.#ofPass(wanted);
    this.#passFrames += part.length / CHANNELS;
    this.#keep(part);
    if (part.length < wanted * CHANNELS || this.#passFrames >= this.#passLength) await this.#endOfPass();
    return part;
  }

  /** Fewer than `frames` samples only where the pass is over with its sound. */
  async #ofPass(frames: number): Promise<Float32Array> {
    const whole = new Float32Array(frames * CHANNELS);
    if (this.#isSilent) return whole;
    this.#reader ??= this.#open(this.#headSeconds);
    const part = await this.#reader.read(frames);
    const isOver = part.length < whole.length;
    if (!isOver || this.#passLength === Number.POSITIVE_INFINITY || this.#passFrames + part.length === 0) return part;
    await this.#reader.close();
    this.#reader = null;
    this.#isSilent = true;
    whole.set(part);
    return whole;
  }

  #keep(part: Float32Array): void {
    // Without its head a pass is not the next one's.
    if (!this.#loop || this.#kept === null || this.#headSeconds > 0) return;
    this.#keptFrames += part.length / CHANNELS;
    if (this.#keptFrames > KEPT_LOOP_FRAMES) this.#kept = null;
    else this.#kept.push(part);
  }

  async #endOfPass(): Promise<void> {
    await this.#reader?.close();
    this.#reader = null;
    // A source without any sample would be asked again for ever.
    if (!this.#loop || this.#passFrames === 0) {
      this.#ended = true;
      return;
    }
    const isHeadless = this.#headSeconds > 0;
    this.#headSeconds = 0;
    this.#passFrames = 0;
    this.#isSilent = false;
    if (this.#kept === null || isHeadless) return;
    const samples = new Float32Array(this.#keptFrames * CHANNELS);
    let at = 0;
    for (const part of this.#kept) {
      samples.set(part, at);
      at += part.length;
    }
    this.#kept = null;
    this.#replay = { samples, at: 0 };
  }
}
