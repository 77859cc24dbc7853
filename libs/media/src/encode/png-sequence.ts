/** The png-sequence has no encoder: each frame becomes a file (specification, Format rules). */
import { copyFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asFramefarmError } from '@framefarm/contract';
import { abortReason } from '../ffmpeg/run.js';
import { asRgbaPng, encodeRgbaPng } from '../png/encode.js';
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

/** A chunk that writes its frames as files below `options.out`. */
export function startPngSequence(options: SegmentEncoderOptions): SegmentEncoder {
  const { encoding, input, firstFrame, frames, out, signal } = options;
  const { width, height } = encoding;
  const files: string[] = [];
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
    return await encodeRgbaPng(input === 'rgba' ? image : opaque(image), width, height);
  };

  return {
    write: async (image, held = false) => {
      if (signal?.aborted) throw abortReason(signal);
      const frame = firstFrame + files.length;
      const before = files.at(-1);
      const file = join(out, sequenceFrameName(frame));
      files.push(file);
      try {
        if (held && before !== undefined) await copyFile(before, file);
        else await writeFile(file, await toPng(image, frame));
      } catch (error) {
        throw asFramefarmError(error, 'encode');
      }
    },
    finish: async () => {
      if (signal?.aborted) throw abortReason(signal);
      requireFrames(files.length, frames);
    },
    abort: async () => {
      for (const file of files) await rm(file, { force: true });
    },
  };
}

function opaque(pixels: Buffer): Buffer {
  const out = Buffer.from(pixels);
  for (let at = 3; at < out.length; at += 4) out[at] = 255;
  return out;
}
