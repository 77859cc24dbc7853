/** The png-sequence has no encoder: each frame becomes a file (specification, Format rules). */
import { copyFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { asFramefarmError } from '@framefarm/contract';
import { abortReason } from '../ffmpeg/run.js';
import { asRgbaPng, encodeRgbaPng, filteredBytes } from '../png/encode.js';
import { encoderFailure, requireFrames } from './encoder-failure.js';
import { pngSize } from './image-size.js';
import type { SegmentEncoder, SegmentEncoderOptions } from './segment.js';

/**
 * `frame_000001.png` for frame 0 of the composition (composition-format 14). A part keeps the numbers of the whole, so
 * that its files stand for the same pictures wherever they are put (docs/decisions/partial-renders.md).
 */
export function sequenceFrameName(frame: number): string {
  return `frame_${String(frame + 1).padStart(6, '0')}.png`;
}

/**
 * Frames that are coded at a time in this process. Node.js has four threads for such work, one of which is left for the pictures that
 * are captured meanwhile.
 */
const AT_ONCE = Math.min(3, Math.max(2, availableParallelism()));
const coding = new Set<Promise<void>>();

/** A chunk that writes its frames as files below `options.out`. */
export function startPngSequence(options: SegmentEncoderOptions): SegmentEncoder {
  const { encoding, input, firstFrame, frames, out, signal } = options;
  const { width, height } = encoding;
  const files: string[] = [];
  /** Those of this chunk that are not written yet. */
  const writing = new Set<Promise<void>>();
  const rooms: Buffer[] = [];
  let last: Promise<void> = Promise.resolve();
  let failure: unknown = null;

  const raw = async (pixels: Buffer): Promise<Buffer> => {
    const rows = rooms.pop() ?? Buffer.allocUnsafe(filteredBytes(width, height));
    const png = await encodeRgbaPng(pixels, width, height, rows);
    rooms.push(rows);
    return png;
  };
  /** Has read the picture when it returns. */
  const toPng = async (image: Buffer, frame: number): Promise<Buffer> => {
    if (input === 'jpeg' || input === 'yuv420p' || input === 'yuva420p') {
      throw encoderFailure(`frame ${frame} is ${input}; a png-sequence is captured as PNG or RGBA`);
    }
    if (input === 'png') {
      const size = pngSize(image);
      if (size?.width !== width || size.height !== height) {
        throw encoderFailure(
          `frame ${frame} is ${size ? `${size.width}x${size.height}` : 'no PNG'}; the plan says ${width}x${height}`,
        );
      }
      return await asRgbaPng(image).catch((cause: Error) => {
        throw encoderFailure(`frame ${frame} cannot be used: ${cause.message}`, cause);
      });
    }
    if (image.length !== width * height * 4) {
      throw encoderFailure(`frame ${frame} has ${image.length} bytes; ${width}x${height} needs ${width * height * 4}`);
    }
    return await raw(input === 'rgba' ? image : opaque(image));
  };
  const failed = (): void => {
    if (signal?.aborted) throw abortReason(signal);
    if (failure !== null) throw asFramefarmError(failure, 'encode');
  };
  const begin = (work: Promise<void>): void => {
    const settled = work.catch((error: unknown) => {
      failure ??= error;
    });
    for (const all of [coding, writing]) {
      all.add(settled);
      void settled.then(() => all.delete(settled));
    }
    last = settled;
  };

  return {
    write: async (image, held = false) => {
      while (coding.size >= AT_ONCE) await Promise.race(coding);
      failed();
      const frame = firstFrame + files.length;
      const before = files.at(-1);
      const file = join(out, sequenceFrameName(frame));
      files.push(file);
      if (held && before !== undefined) begin(last.then(() => copyFile(before, file)));
      else begin(toPng(image, frame).then((png) => writeFile(file, png)));
    },
    finish: async () => {
      await Promise.all(writing);
      failed();
      requireFrames(files.length, frames);
    },
    abort: async () => {
      await Promise.all(writing);
      for (const file of files) await rm(file, { force: true });
    },
  };
}

function opaque(pixels: Buffer): Buffer {
  const out = Buffer.from(pixels);
  for (let at = 3; at < out.length; at += 4) out[at] = 255;
  return out;
}
