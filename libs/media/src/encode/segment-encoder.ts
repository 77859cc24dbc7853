/** Encoding one chunk while it is captured: images go into one owned FFmpeg as they come. */
import { rm } from 'node:fs/promises';
import { FramefarmError, rawImageBytes } from '@framefarm/contract';
import { type OwnedChild, spawnOwned, withDeadline } from '@framefarm/process';
import { abortReason, ffmpegFailure } from '../ffmpeg/run.js';
import { jpegSize, pngSize } from './image-size.js';
import { startPngSequence } from './png-sequence.js';
import type { SegmentEncoder, SegmentEncoderOptions } from './segment.js';
import { segmentArgs } from './segment-args.js';

const STALL_MS = 120_000;
const LOG_CHARS = 16_384;

/**
 * Starts the encoder of a chunk.
 * @throws FramefarmError from `write` and `finish`: `ENCODER_FAILED` (with FFmpeg's last lines), `DISK_FULL`, or the
 * reason of `signal`.
 */
export function startSegmentEncoder(options: SegmentEncoderOptions): SegmentEncoder {
  return options.encoding.format === 'png-sequence' ? startPngSequence(options) : new FfmpegSegment(options);
}

class FfmpegSegment implements SegmentEncoder {
  readonly #options: SegmentEncoderOptions;
  readonly #owned: OwnedChild;
  readonly #onAbort = () => void this.#owned.end();
  #written = 0;
  #stderr = '';
  #progress = '';
  #ended: Awaited<OwnedChild['ended']> | null = null;

  constructor(options: SegmentEncoderOptions) {
    options.signal?.throwIfAborted();
    this.#options = options;
    this.#owned = spawnOwned(options.ffmpeg.ffmpegPath, segmentArgs(options.ffmpeg.versionNumber, options));
    this.#owned.child.stderr?.on('data', (data: Buffer) => {
      this.#stderr = (this.#stderr + data.toString('utf8')).slice(-LOG_CHARS);
    });
    this.#owned.child.stdout?.on('data', (data: Buffer) => {
      this.#progress = (this.#progress + data.toString('utf8')).slice(-LOG_CHARS);
    });
    this.#owned.ended.then(
      (end) => {
        this.#ended = end;
        options.signal?.removeEventListener('abort', this.#onAbort);
      },
      () => options.signal?.removeEventListener('abort', this.#onAbort),
    );
    options.signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  async write(image: Buffer): Promise<void> {
    this.#check(image);
    if (this.#ended !== null) throw this.#failure();
    const stdin = this.#owned.child.stdin;
    this.#written += 1;
    // Resolves when the bytes have left for FFmpeg, so that the caller may use the buffer again.
    const taken = new Promise<void>((resolve) => {
      stdin?.write(image, () => resolve());
    });
    const outcome = await this.#within(
      Promise.race([taken.then(() => 'taken' as const), this.#end()]),
      `FFmpeg to take frame ${this.#options.firstFrame + this.#written - 1}`,
    );
    if (outcome !== 'taken') throw this.#failure();
  }

  async finish(): Promise<void> {
    const { frames, signal } = this.#options;
    if (this.#written !== frames) {
      throw this.#error(`the chunk got ${this.#written} frames where ${frames} were announced`);
    }
    this.#owned.child.stdin?.end();
    const end = await this.#within(this.#end(), 'FFmpeg to finish a chunk');
    if (signal?.aborted) throw abortReason(signal);
    if (end.exitCode !== 0) throw this.#failure();
    const encoded = Number([...this.#progress.matchAll(/^frame=\s*(\d+)/gm)].at(-1)?.[1] ?? Number.NaN);
    if (encoded !== frames) {
      throw this.#error(`FFmpeg encoded ${encoded} of ${frames} frames; a captured image is damaged`);
    }
  }

  async abort(): Promise<void> {
    await this.#owned.end(0);
    await this.#owned.ended.catch(() => {});
    await rm(this.#options.out, { force: true });
  }

  /** A picture of another size would be scaled silently, so each header is read. */
  #check(image: Buffer): void {
    const { encoding, input } = this.#options;
    const { width, height } = encoding;
    if (input !== 'png' && input !== 'jpeg') {
      const bytes = rawImageBytes(input, width, height);
      if (image.length === bytes) return;
      throw this.#error(`frame ${this.#frame()} has ${image.length} bytes; ${width}x${height} ${input} needs ${bytes}`);
    }
    const size = input === 'png' ? pngSize(image) : jpegSize(image);
    if (size?.width === width && size.height === height) return;
    const found = size === null ? `is no ${input.toUpperCase()} image` : `is ${size.width}x${size.height}`;
    throw this.#error(`frame ${this.#frame()} ${found}; the plan says ${width}x${height}`);
  }

  #frame(): number {
    return this.#options.firstFrame + this.#written;
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
      stderr: this.#stderr,
    });
  }

  #error(message: string): FramefarmError {
    return new FramefarmError('ENCODER_FAILED', message, { stage: 'encode' });
  }
}
