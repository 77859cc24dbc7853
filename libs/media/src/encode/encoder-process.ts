/** The FFmpeg of one chunk: takes bytes as they come, and says how it ended. */
import { FramefarmError, hardlySearches } from '@framefarm/contract';
import { keepTail, type OwnedChild, spawnOwned, withDeadline } from '@framefarm/process';
import { abortReason, ffmpegFailure } from '../ffmpeg/run.js';
import { STALL_MS } from '../ffmpeg/stall.js';
import { encoderEnvironment } from './encoder-memory.js';
import type { SegmentEncoderOptions } from './segment.js';

const LOG_CHARS = 16_384;

export class EncoderProcess {
  readonly #options: SegmentEncoderOptions;
  readonly #owned: OwnedChild;
  readonly #onAbort = () => void this.#owned.end();
  readonly #stderr: () => string;
  readonly #progress: () => string;
  #ended: Awaited<OwnedChild['ended']> | null = null;

  /** @param program the FFmpeg that encodes */
  constructor(options: SegmentEncoderOptions, program: string, args: readonly string[]) {
    options.signal?.throwIfAborted();
    this.#options = options;
    this.#owned = spawnOwned(program, args, {
      env: encoderEnvironment(),
      // Where little is searched for, all wait for the one thread that draws (docs/decisions/encoders-of-drafts-give-way.md).
      givesWay: hardlySearches(options.encoding),
    });
    this.#stderr = keepTail(LOG_CHARS, this.#owned.child.stderr);
    this.#progress = keepTail(LOG_CHARS, this.#owned.child.stdout);
    this.#owned.ended.then(
      (end) => {
        this.#ended = end;
        options.signal?.removeEventListener('abort', this.#onAbort);
      },
      () => options.signal?.removeEventListener('abort', this.#onAbort),
    );
    options.signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** Resolves when all the bytes have left for FFmpeg, so that the caller may use the memory again. */
  async write(bytes: readonly Uint8Array[], what: string): Promise<void> {
    if (this.#ended !== null) throw this.#failure();
    const stdin = this.#owned.child.stdin;
    const taken = new Promise<void>((resolve) => {
      for (const [index, part] of bytes.entries()) {
        if (index === bytes.length - 1) stdin?.write(part, () => resolve());
        else stdin?.write(part);
      }
    });
    const outcome = await this.#within(
      Promise.race([taken.then(() => 'taken' as const), this.#end()]),
      `FFmpeg to take ${what}`,
    );
    if (outcome !== 'taken') throw this.#failure();
  }

  /** Ends the input; resolves when FFmpeg has encoded this many pictures. */
  async finish(pictures: number): Promise<void> {
    const { signal } = this.#options;
    this.#owned.child.stdin?.end();
    const end = await this.#within(this.#end(), 'FFmpeg to finish a chunk');
    if (signal?.aborted) throw abortReason(signal);
    if (end.exitCode !== 0) throw this.#failure();
    const encoded = Number([...this.#progress().matchAll(/^frame=\s*(\d+)/gm)].at(-1)?.[1] ?? Number.NaN);
    if (encoded !== pictures) {
      const message = `FFmpeg encoded ${encoded} of ${pictures} frames; a captured image is damaged`;
      throw new FramefarmError('ENCODER_FAILED', message, { stage: 'encode' });
    }
  }

  /** Ends FFmpeg now. Safe at any time. */
  async abort(): Promise<void> {
    await this.#owned.end(0);
    await this.#owned.ended.catch(() => {});
  }

  #end(): OwnedChild['ended'] {
    return this.#owned.ended.catch((cause: unknown) => {
      throw new FramefarmError('ENCODER_NOT_FOUND', `FFmpeg cannot be started: ${(cause as Error).message}`, { cause });
    });
  }

  async #within<T>(work: Promise<T>, waitingFor: string): Promise<T> {
    const ms = this.#options.stallMs ?? STALL_MS;
    try {
      return await withDeadline(work, { ms, code: 'ENCODER_FAILED', stage: 'encode', waitingFor });
    } catch (error) {
      await this.#owned.end(0);
      throw error;
    }
  }

  #failure(): FramefarmError {
    if (this.#options.signal?.aborted) return abortReason(this.#options.signal);
    return ffmpegFailure({
      code: 'ENCODER_FAILED',
      stage: 'encode',
      what: `encoding frames from ${this.#options.firstFrame}`,
      exitCode: this.#ended?.exitCode ?? null,
      signal: this.#ended?.signal ?? null,
      stderr: this.#stderr(),
    });
  }
}
