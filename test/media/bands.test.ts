/** A mov encoded in bands is, sample for sample, the one that FFmpeg makes of whole pictures (docs/decisions/prores-in-bands.md). */
import { open, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ffmpeg, segmentName, startSegmentEncoder } from '@framefarm/media';
import { createScratch, ownedGroups, runProcess, type Scratch } from '@framefarm/process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { segmentArgs } from '../../libs/media/src/encode/segment-args.js';
import { readTrackFile } from '../../libs/media/src/mp4/track-file.js';
import { encodingPlan } from '../support/renders/encoding-plan.js';
import { builds, casesOf } from './builds.js';
import { makeOutput } from './made-output.js';
import { decode } from './pictures.js';

let scratch: Scratch;
beforeEach(async () => {
  scratch = await createScratch(tmpdir(), 'framefarm-media-test-');
});
afterEach(async () => {
  await scratch.remove();
  expect(ownedGroups()).toEqual([]);
});

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Noise with alpha of all kinds between empty rows, of which `shown` changes some lines from `top` on. */
function picture({ width, height }: Size, shown: number, top: number, lines: number): Buffer {
  const out = Buffer.alloc(width * height * 4);
  const fill = (from: number, to: number, salt: number): void => {
    let seed = salt * 7919 + 1;
    for (let at = from * width * 4; at < Math.min(to, height) * width * 4; at += 1) {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      const alphas = [0, 255, seed >> 23, 200];
      out[at] = at % 4 === 3 ? (alphas[(at >> 6) % 4] ?? 0) : seed >> 23;
    }
  };
  fill(0, Math.ceil(height / 4), 99);
  fill(top, top + lines, shown);
  return out;
}

/** What FFmpeg makes of whole pictures. */
async function whole(ffmpeg: Ffmpeg, size: Size, pictures: readonly Buffer[]): Promise<Buffer[]> {
  const out = join(scratch.path, 'whole.mov');
  const encoding = encodingPlan({ format: 'mov', ...size });
  const args = segmentArgs(ffmpeg.versionNumber, { encoding, input: 'rgba', firstFrame: 0, out });
  const { exitCode, stderr } = await runProcess(ffmpeg.ffmpegPath, args, { input: Buffer.concat(pictures) });
  expect(stderr).toBe('');
  expect(exitCode).toBe(0);
  return samplesOf(out);
}

async function samplesOf(path: string): Promise<Buffer[]> {
  const file = await open(path);
  try {
    const { samples } = await readTrackFile(file);
    const bytes = await readFile(path);
    return samples.map(({ offset, bytes: length }) => bytes.subarray(offset, offset + length));
  } finally {
    await file.close();
  }
}

const SIZES: readonly Size[] = [
  { width: 300, height: 200 },
  { width: 101, height: 57 },
  { width: 1080, height: 210 },
];
/** How pictures are cut is no work of FFmpeg: one build shows them. */
const OTHER_SIZES: readonly Size[] = [
  { width: 256, height: 128 },
  { width: 64, height: 16 },
  { width: 16, height: 9 },
  { width: 48, height: 49 },
];

describe.each(builds)('bands with %s', (_, ffmpeg) => {
  it.each(casesOf(ffmpeg, SIZES, OTHER_SIZES))(
    'make the samples of whole pictures of $width x $height',
    async (size) => {
      const at = Math.floor(size.height / 2);
      const pictures = [
        picture(size, 1, 0, size.height),
        picture(size, 2, at, 7),
        // The line of the one before is gone, the last line of all is there.
        picture(size, 3, size.height - 1, 1),
        picture(size, 3, size.height - 1, 1),
        picture(size, 4, 0, 1),
        Buffer.alloc(size.width * size.height * 4),
        picture(size, 5, 0, size.height),
      ];
      const encoding = encodingPlan({ format: 'mov', ...size });
      const out = join(scratch.path, segmentName(encoding, 0));
      const about = { ffmpeg, encoding, input: 'rgba', out, firstFrame: 0, frames: pictures.length } as const;
      const encoder = startSegmentEncoder(about);
      // Whoever writes a picture may use its memory again.
      const memory = Buffer.alloc(size.width * size.height * 4);
      for (const pixels of pictures) {
        pixels.copy(memory);
        await encoder.write(memory);
      }
      await encoder.finish();
      const found = await samplesOf(out);
      const wanted = await whole(ffmpeg, size, pictures);
      expect(found.map((sample) => sample.length)).toEqual(wanted.map((sample) => sample.length));
      expect(found.map((sample, frame) => sample.equals(wanted[frame] as Buffer))).toEqual(pictures.map(() => true));
      expect((await readdir(scratch.path)).toSorted()).toEqual([segmentName(encoding, 0), 'whole.mov']);
    },
  );

  it('show what is held, and begin anew in each chunk', async () => {
    const size = { width: 128, height: 96 };
    const shown = [0, 0, 1, 1, 1, 0, 2, 2, 2, 0];
    const pictureOf = (frame: number) => picture(size, shown[frame] ?? 0, 40 * (shown[frame] ?? 0), 20);
    const encoding = encodingPlan({ format: 'mov', ...size });
    const out = await makeOutput(scratch.path, {
      ...{ ffmpeg, encoding, input: 'rgba', chunks: [4, 3, 1, 2], picture: pictureOf },
      held: (frame) => shown[frame] === shown[frame - 1],
    });
    const wanted = await whole(
      ffmpeg,
      size,
      shown.map((_, frame) => pictureOf(frame)),
    );
    expect((await samplesOf(out)).map((sample, frame) => sample.equals(wanted[frame] as Buffer))).toEqual(
      shown.map(() => true),
    );
    const decoded = await decode(ffmpeg, out, size.width, size.height);
    expect(decoded).toHaveLength(shown.length);
    const isLike = (frame: number, other: number) => decoded[frame]?.equals(decoded[other] as Buffer);
    expect([isLike(0, 5), isLike(0, 9), isLike(6, 8), isLike(0, 2), isLike(2, 6)]).toEqual([
      ...[true, true, true],
      ...[false, false],
    ]);
  });

  it('refuse a picture of another size, by its frame', async () => {
    const encoding = encodingPlan({ format: 'mov', width: 64, height: 64 });
    const out = join(scratch.path, segmentName(encoding, 0));
    const encoder = startSegmentEncoder({ ffmpeg, encoding, input: 'rgba', out, firstFrame: 5, frames: 2 });
    await encoder.write(Buffer.alloc(64 * 64 * 4));
    await expect(encoder.write(Buffer.alloc(64 * 32 * 4))).rejects.toMatchObject({
      code: 'ENCODER_FAILED',
      message: expect.stringContaining('frame 6 has 8192 bytes; 64x64 rgba needs 16384'),
    });
    await expect(encoder.finish()).rejects.toMatchObject({ code: 'ENCODER_FAILED' });
    await encoder.abort();
    expect(await readdir(scratch.path)).toEqual([]);
  });
});
