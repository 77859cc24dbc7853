/** The FFmpeg that encodes the finished mix. */
import { rm } from 'node:fs/promises';
import type { FramefarmError } from '@framefarm/contract';
import { keepTail, type OwnedChild, spawnOwned, withDeadline } from '@framefarm/process';
import type { Ffmpeg } from '../ffmpeg/find.js';
import { ffmpegFailure } from '../ffmpeg/run.js';
import { STALL_MS } from '../ffmpeg/stall.js';
import { encodeArgs } from './decode-args.js';

/** `aac` in an mp4 container, `opus` in WebM, `adts` as a bare AAC file. */
export type AudioCodec = 'aac' | 'opus' | 'adts';

export class MixEncoder {
  readonly #owned: OwnedChild;
  readonly #out: string;
  readonly #stderr: () => string;

  constructor(ffmpeg: Ffmpeg, codec: AudioCodec, out: string) {
    this.#out = out;
    this.#owned = spawnOwned(ffmpeg.ffmpegPath, encodeArgs(codec, out));
    this.#owned.child.stdout?.resume();
    this.#stderr = keepTail(16_384, this.#owned.child.stderr);
  }

  async write(samples: Float32Array): Promise<void> {
    const stdin = this.#owned.child.stdin;
    const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
    const taken = new Promise<'taken'>((resolve) => {
      if (stdin?.write(bytes)) resolve('taken');
      else stdin?.once('drain', () => resolve('taken'));
    });
    const outcome = await this.#within(Promise.race([taken, this.#owned.ended]), 'FFmpeg to take sound');
    if (outcome !== 'taken') throw this.#failure(outcome);
  }

  async finish(): Promise<void> {
    this.#owned.child.stdin?.end();
    const end = await this.#within(this.#owned.ended, 'FFmpeg to finish the sound');
    if (end.exitCode !== 0) throw this.#failure(end);
  }

  async abort(): Promise<void> {
    await this.#owned.end(0);
    await this.#owned.ended.catch(() => {});
    await rm(this.#out, { force: true });
  }

  #within<T>(work: Promise<T>, waitingFor: string): Promise<T> {
    return withDeadline(work, { ms: STALL_MS, code: 'AUDIO_PROCESSING_FAILED', stage: 'process_audio', waitingFor });
  }

  #failure(end: { readonly exitCode: number | null; readonly signal: NodeJS.Signals | null }): FramefarmError {
    const what = 'encoding the sound';
    return ffmpegFailure({
      code: 'AUDIO_PROCESSING_FAILED',
      stage: 'process_audio',
      what,
      ...end,
      stderr: this.#stderr(),
    });
  }
}
