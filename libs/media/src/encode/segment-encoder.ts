/** Encoding one chunk while it is captured: images go into one owned FFmpeg as they come. */
import { rm } from 'node:fs/promises';
import { BandSegment, isBanded } from './band-segment.js';
import { checkImage } from './check-image.js';
import { isHoldable, trackTicks } from './codec-args.js';
import { encoderBuild } from './encoder-build.js';
import { requireFrames } from './encoder-failure.js';
import { EncoderProcess } from './encoder-process.js';
import { startPngSequence } from './png-sequence.js';
import type { SegmentEncoder, SegmentEncoderOptions } from './segment.js';
import { segmentArgs } from './segment-args.js';
import { spreadPictures } from './spread-pictures.js';
import { pictureHead, streamHead, type TimedImage, timedImage, toldFrames } from './timed-pictures.js';

/**
 * Starts the encoder of a chunk.
 * @throws FramefarmError `ENCODER_NOT_FOUND` where no build that is there encodes it.
 * @throws FramefarmError from `write` and `finish`: `ENCODER_FAILED` (with FFmpeg's last lines), `DISK_FULL`, or the
 * reason of `signal`.
 */
export function startSegmentEncoder(options: SegmentEncoderOptions): SegmentEncoder {
  if (options.encoding.format === 'png-sequence') return startPngSequence(options);
  return isBanded(options) ? new BandSegment(options) : new FfmpegSegment(options);
}

/** Gives FFmpeg each picture, or where the format allows it each different picture once. */
class FfmpegSegment implements SegmentEncoder {
  readonly #options: SegmentEncoderOptions;
  readonly #process: EncoderProcess;
  /** Frames, from the chunk's first, whose pictures went to FFmpeg. */
  readonly #shownAt: number[] = [];
  readonly #timed: TimedImage | null;
  readonly #holds: boolean;
  #written = 0;
  /** Frames that the encoder has been told of. */
  #told = 0;

  constructor(options: SegmentEncoderOptions) {
    this.#options = options;
    const { ffmpegPath, versionNumber } = encoderBuild(options.ffmpeg, options.encoding);
    this.#process = new EncoderProcess(options, ffmpegPath, segmentArgs(versionNumber, options));
    this.#timed = timedImage(options.encoding.format, options.input);
    this.#holds = isHoldable(options.encoding.format, options.input);
  }

  async write(image: Buffer, held = false): Promise<void> {
    const frame = this.#written;
    checkImage(this.#options, image, this.#options.firstFrame + frame);
    this.#written += 1;
    // Of a picture that is held to the end of its chunk the last frame is encoded too, so that its length is known.
    const last = this.#timed !== null && this.#written === this.#options.frames;
    if (held && frame > 0 && this.#holds && !last) return;
    this.#told += toldFrames(this.#options.encoding, frame - (this.#shownAt.at(-1) ?? frame));
    this.#shownAt.push(frame);
    const { encoding, firstFrame } = this.#options;
    const parts: Buffer[] = [image];
    if (this.#timed !== null) {
      const { num, den } = encoding.fps;
      parts.unshift(pictureHead(Math.round((this.#told * den * 1_000_000) / num), image.length));
      if (frame === 0) parts.unshift(streamHead(this.#timed, encoding.width, encoding.height));
    }
    await this.#process.write(parts, `frame ${firstFrame + frame}`);
  }

  async finish(): Promise<void> {
    const { frames, encoding, out } = this.#options;
    requireFrames(this.#written, frames);
    await this.#process.finish(this.#shownAt.length);
    // Every chunk of an mp4 is written anew, so that all have the same description.
    if (this.#timed === null && this.#shownAt.length === frames) return;
    const codec = this.#timed === null ? 'intra' : 'h264';
    const ticks = trackTicks(encoding.fps);
    await spreadPictures({ path: out, codec, shownAt: this.#shownAt, frames, ticks });
  }

  async abort(): Promise<void> {
    await this.#process.abort();
    await rm(this.#options.out, { force: true });
  }
}
