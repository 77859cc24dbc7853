/** The samples of one track, block by block, from an owned FFmpeg. */
import { FramefarmError } from '@framefarm/contract';
import { keepTail, type OwnedChild, spawnOwned, withDeadline } from '@framefarm/process';
import type { Ffmpeg } from '../ffmpeg/find.js';
import { ffmpegFailure } from '../ffmpeg/run.js';
import { openSource } from '../ffmpeg/source-access.js';
import { STALL_MS } from '../ffmpeg/stall.js';
import { CHANNELS, type DecodeArgs, decodeArgs } from './decode-args.js';

const FRAME_BYTES = 4 * CHANNELS;

export class TrackReader {
  readonly #owned: OwnedChild;
  readonly #what: string;
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);
  readonly #stderr: () => string;
  #done = false;

  constructor(ffmpeg: Ffmpeg, args: DecodeArgs) {
    this.#what = `decoding the sound of "${args.file}"`;
    const source = openSource(ffmpeg.ffmpegPath, args.file);
    this.#owned = spawnOwned(ffmpeg.ffmpegPath, decodeArgs({ ...args, file: source.input }), source.spawn);
    source.close();
    const log = keepTail(16_384, this.#owned.child.stderr);
    this.#stderr = () => source.legible(log());
    this.#owned.child.stdin?.end();
    const stdout = this.#owned.child.stdout;
    if (stdout === null) throw new FramefarmError('INTERNAL_ERROR', 'FFmpeg was started without an output pipe');
    this.#chunks = stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** Up to `frames` stereo samples, fewer only at the end of the source; interleaved. */
  async read(frames: number): Promise<Float32Array> {
    const wanted = frames * FRAME_BYTES;
    const parts = [this.#rest];
    let length = this.#rest.length;
    while (length < wanted && !this.#done) {
      const next = await withDeadline(this.#chunks.next(), {
        ms: STALL_MS,
        code: 'AUDIO_PROCESSING_FAILED',
        stage: 'process_audio',
        waitingFor: this.#what,
      });
      if (next.done === true) {
        this.#done = true;
        await this.#checkEnd();
      } else {
        parts.push(next.value);
        length += next.value.length;
      }
    }
    const all = Buffer.concat(parts, length);
    const usable = Math.min(wanted, all.length - (all.length % FRAME_BYTES));
    this.#rest = all.subarray(usable);
    const samples = new Float32Array(usable / 4);
    // The samples are little-endian; so is every platform Node runs on.
    Buffer.from(samples.buffer).set(all.subarray(0, usable));
    return samples;
  }

  async close(): Promise<void> {
    // A child counts as ended when its pipes are closed; what nobody reads any more would keep this one open.
    this.#owned.child.stdout?.destroy();
    await this.#owned.end(0);
    await this.#owned.ended.catch(() => {});
  }

  async #checkEnd(): Promise<void> {
    const end = await this.#owned.ended;
    if (end.exitCode === 0) return;
    throw ffmpegFailure({
      code: 'AUDIO_PROCESSING_FAILED',
      stage: 'process_audio',
      what: this.#what,
      ...end,
      stderr: this.#stderr(),
    });
  }
}
