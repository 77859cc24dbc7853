/**
 * The chunk of a mov from raw pictures: FFmpeg encodes the bands that have changed, each as a picture of its own, and the
 * frames are put together of them (docs/decisions/prores-in-bands.md).
 */
import { rm } from 'node:fs/promises';
import { BAND_LINES } from '../prores/bands.js';
import { BandWatch } from './changed-bands.js';
import { checkImage } from './check-image.js';
import { trackTicks } from './codec-args.js';
import { encoderBuild } from './encoder-build.js';
import { requireFrames } from './encoder-failure.js';
import { EncoderProcess } from './encoder-process.js';
import { type BandPicture, putBandsTogether } from './put-bands-together.js';
import type { SegmentEncoder, SegmentEncoderOptions } from './segment.js';
import { segmentArgs } from './segment-args.js';

const PIXEL_BYTES = 4;

/** Whether a chunk is encoded so: slices hang neither on one another nor on a budget. */
export const isBanded = ({ encoding, input }: Pick<SegmentEncoderOptions, 'encoding' | 'input'>): boolean =>
  encoding.format === 'mov' && input === 'rgba';

export class BandSegment implements SegmentEncoder {
  readonly #options: SegmentEncoderOptions;
  readonly #process: EncoderProcess;
  readonly #watch: BandWatch;
  /** Pictures that differ from the one before. */
  readonly #pictures: BandPicture[] = [];
  #written = 0;
  /** Bands that went to FFmpeg. */
  #bands = 0;

  constructor(options: SegmentEncoderOptions) {
    this.#options = options;
    const { encoding } = options;
    const ofBands = { ...options, encoding: { ...encoding, height: BAND_LINES } };
    const { ffmpegPath, versionNumber } = encoderBuild(options.ffmpeg, ofBands.encoding);
    this.#process = new EncoderProcess(options, ffmpegPath, segmentArgs(versionNumber, ofBands));
    this.#watch = new BandWatch(encoding.width, encoding.height, PIXEL_BYTES);
  }

  async write(image: Buffer, held = false): Promise<void> {
    const frame = this.#written;
    const number = this.#options.firstFrame + frame;
    checkImage(this.#options, image, number);
    this.#written += 1;
    if (held && frame > 0) return;
    const { bands, parts } = this.#watch.changed(image);
    if (bands.length === 0) return;
    this.#pictures.push({ frame, bands });
    this.#bands += bands.length;
    await this.#process.write(parts, `frame ${number}`);
  }

  async finish(): Promise<void> {
    const { frames, encoding, out } = this.#options;
    requireFrames(this.#written, frames);
    await this.#process.finish(this.#bands);
    const { height, fps } = encoding;
    await putBandsTogether({ path: out, pictures: this.#pictures, frames, height, ticks: trackTicks(fps) });
  }

  async abort(): Promise<void> {
    await this.#process.abort();
    await rm(this.#options.out, { force: true });
  }
}
