/** A whole output from pictures, through the encoder of each chunk, joining and verifying. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { EncodingPlan } from '@framefarm/contract';
import {
  assembleOutput,
  type Ffmpeg,
  type Segment,
  type SegmentInput,
  segmentName,
  startSegmentEncoder,
  verifyOutput,
} from '@framefarm/media';
import { expect } from 'vitest';

interface Make {
  readonly ffmpeg: Ffmpeg;
  readonly encoding: EncodingPlan;
  readonly input: SegmentInput;
  /** Frames of each chunk. */
  readonly chunks: readonly number[];
  readonly picture: (frame: number) => Buffer;
  /** Whether a frame shows the picture of the one before; without it none does. */
  readonly held?: (frame: number) => boolean;
}

/** Encodes, joins and verifies in the directory `scratch`; returns the path. */
export async function makeOutput(
  scratch: string,
  { ffmpeg, encoding, input, chunks, picture, held = () => false }: Make,
): Promise<string> {
  const segments: Segment[] = [];
  let firstFrame = 0;
  for (const [index, frames] of chunks.entries()) {
    const path = join(scratch, segmentName(encoding, index));
    if (encoding.format === 'png-sequence') await mkdir(path, { recursive: true });
    const encoder = startSegmentEncoder({ ffmpeg, encoding, input, out: path, firstFrame, frames });
    for (let frame = firstFrame; frame < firstFrame + frames; frame += 1) {
      await encoder.write(picture(frame), held(frame));
    }
    await encoder.finish();
    segments.push({ path, firstFrame, frames });
    firstFrame += frames;
  }
  const out = join(scratch, encoding.format === 'png-sequence' ? 'frames' : `out.${encoding.format}`);
  await assembleOutput({ ffmpeg, encoding, segments, audio: null, out, scratchDir: scratch });
  const verified = await verifyOutput({ ffmpeg, path: out, encoding, frames: firstFrame, audio: false });
  expect(verified.frames).toBe(firstFrame);
  return out;
}
