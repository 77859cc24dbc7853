/** Held pictures: encoded once, shown for every frame, exact to the pixel and the tick (docs/decisions/held-pictures.md). */
import { readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { rawImageBytes } from '@framefarm/contract';
import type { Ffmpeg } from '@framefarm/media';
import { createScratch, ownedGroups, runProcess, type Scratch } from '@framefarm/process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodingPlan } from '../support/renders/encoding-plan.js';
import { builds, bundled } from './builds.js';
import { makeOutput } from './made-output.js';
import { bars, type Colour, decode, toJpeg } from './pictures.js';

let scratch: Scratch;
beforeEach(async () => {
  scratch = await createScratch(tmpdir(), 'framefarm-media-test-');
});
afterEach(async () => {
  await scratch.remove();
  expect(ownedGroups()).toEqual([]);
});

const WIDTH = 128;
const HEIGHT = 96;

/** Planes with a moving gradient and noise, brighter by `shown`: hard to encode, unlike any other. */
function planes(shown: number): Buffer {
  const out = Buffer.alloc(rawImageBytes('yuv420p', WIDTH, HEIGHT), 128);
  let seed = shown * 7919 + 1;
  for (let at = 0; at < WIDTH * HEIGHT; at += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    out[at] = 40 + (((at % WIDTH) + shown * 3) % 96) + (seed >> 28) + Math.min(60, shown);
  }
  return out;
}

interface Make extends Omit<Parameters<typeof makeOutput>[1], 'chunks' | 'picture' | 'held'> {
  /** For each chunk, which picture each frame shows. */
  readonly chunks: readonly (readonly number[])[];
  readonly picture: (shown: number) => Buffer;
}

/** Encodes as capture does: a frame that shows what the one before showed is held. */
function make({ chunks, picture, ...about }: Make): Promise<string> {
  const shown = chunks.flat();
  return makeOutput(scratch.path, {
    ...about,
    chunks: chunks.map(({ length }) => length),
    picture: (frame) => picture(shown[frame] ?? 0),
    held: (frame) => frame > 0 && shown[frame] === shown[frame - 1],
  });
}

async function decodedPlanes(ffmpeg: Ffmpeg, file: string): Promise<Buffer[]> {
  const args = ['-v', 'error', '-i', file, '-f', 'rawvideo', '-pix_fmt', 'yuv420p', 'pipe:1'];
  const { stdoutBytes, stderr } = await runProcess(ffmpeg.ffmpegPath, args, { binary: true });
  expect(stderr).toBe('');
  const size = rawImageBytes('yuv420p', WIDTH, HEIGHT);
  return Array.from({ length: stdoutBytes.length / size }, (_, index) =>
    stdoutBytes.subarray(index * size, (index + 1) * size),
  );
}

async function times(file: string): Promise<number[]> {
  const args = ['-v', 'error', '-select_streams', 'v', '-show_entries', 'packet=pts', '-of', 'csv=p=0', file];
  const { stdout } = await runProcess(bundled.ffprobePath, args);
  return stdout.trim().split('\n').map(Number.parseFloat);
}

/** `count` frames of one picture. */
const hold = (shown: number, count: number): number[] => Array.from({ length: count }, () => shown);
const move = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index);

const CHUNKS = [
  // Held at the start and within, moving, a cut, held to the end.
  [...hold(0, 12), ...move(1, 20), ...hold(21, 30), ...move(22, 6), ...hold(500, 9)],
  hold(500, 40),
  move(501, 10),
  [...move(511, 3), ...hold(513, 2)],
];

describe.each(builds)('held pictures with %s', (_, ffmpeg) => {
  it.each([
    ['standard', 'CABAC'],
    ['draft', 'CAVLC'],
  ] as const)('leave every pixel of an mp4 as it was captured, %s (%s)', async (quality, _coding) => {
    const fps = { num: 30_000, den: 1001 };
    const encoding = encodingPlan({ quality, crf: 0, width: WIDTH, height: HEIGHT, fps, threads: 2 });
    const out = await make({ ffmpeg, encoding, input: 'yuv420p', chunks: CHUNKS, picture: planes });
    const shown = CHUNKS.flat();
    const decoded = await decodedPlanes(ffmpeg, out);
    const wrong = shown.flatMap((one, frame) => (decoded[frame]?.equals(planes(one)) ? [] : [frame]));
    expect(wrong).toEqual([]);
    // The clock is 30,000 a second.
    expect(await times(out)).toEqual(shown.map((_, frame) => frame * 1001));
  });

  it('do not disturb what moves after them, also where the encoder loses and weighs', async () => {
    const encoding = encodingPlan({ width: WIDTH, height: HEIGHT, crf: 20, threads: 2 });
    // A fade in steps that each hold: pictures refer across stills to weighted pictures before.
    const chunk = move(0, 40).flatMap((shown) => hold(shown, 1 + (shown % 4)));
    const fade = (shown: number): Buffer => {
      const picture = planes(3);
      for (let at = 0; at < WIDTH * HEIGHT; at += 1) picture[at] = Math.round(((picture[at] ?? 0) * (shown + 10)) / 50);
      return picture;
    };
    const out = await make({ ffmpeg, encoding, input: 'yuv420p', chunks: [chunk, chunk], picture: fade });
    const decoded = await decodedPlanes(ffmpeg, out);
    for (const [frame, shown] of [...chunk, ...chunk].entries()) {
      const wanted = fade(shown);
      const squares = wanted.reduce((sum, value, at) => sum + (value - (decoded[frame]?.[at] ?? 0)) ** 2, 0);
      expect(squares / wanted.length, `frame ${frame}`).toBeLessThan(12);
    }
  });

  it('cost some bytes a frame', async () => {
    const encoding = encodingPlan({ width: WIDTH, height: HEIGHT, crf: 18 });
    const short = await stat(
      await make({ ffmpeg, encoding, input: 'yuv420p', chunks: [hold(1, 75)], picture: planes }),
    );
    const long = await stat(
      await make({ ffmpeg, encoding, input: 'yuv420p', chunks: [hold(1, 275)], picture: planes }),
    );
    expect((long.size - short.size) / 200).toBeLessThan(40);
  });

  it.each(['jpeg', 'rgb0'] as const)('are as exact where pictures come as %s', async (input) => {
    const colours: Colour[] = [
      [200, 30, 30, 255],
      [30, 200, 30, 255],
      [30, 30, 200, 255],
    ];
    const pictures = colours.map((colour) => {
      const pixels = bars(WIDTH, HEIGHT, [colour]);
      return input === 'jpeg' ? toJpeg(pixels, WIDTH, HEIGHT) : pixels;
    });
    const picture = (shown: number): Buffer => pictures[shown] ?? Buffer.alloc(0);
    const chunk = [...hold(0, 5), 1, 2, ...hold(0, 7)];
    const encoding = encodingPlan({ width: WIDTH, height: HEIGHT });
    const out = await make({ ffmpeg, encoding, input, chunks: [chunk, hold(2, 6)], picture });
    const decoded = await decode(bundled, out, WIDTH, HEIGHT);
    for (const [frame, shown] of [...chunk, ...hold(2, 6)].entries()) {
      const middle = (WIDTH * HEIGHT) / 2 + WIDTH / 2;
      for (let channel = 0; channel < 3; channel += 1) {
        const off = (decoded[frame]?.[middle * 4 + channel] ?? 0) - (colours[shown]?.[channel] ?? 0);
        expect(Math.abs(off), `frame ${frame}`).toBeLessThanOrEqual(4);
      }
    }
  });

  it.each(['mov', 'gif'] as const)('are the same samples again in %s', async (format) => {
    const colours: Colour[] = [
      [255, 0, 0, 255],
      [0, 255, 0, 255],
      [0, 0, 0, 0],
    ];
    const chunk = [...hold(0, 4), 1, ...hold(2, 3), 0];
    const encoding = encodingPlan({ format, width: 64, height: 32, fps: { num: 25, den: 1 } });
    const picture = (shown: number): Buffer => bars(64, 32, [colours[shown] ?? [0, 0, 0, 0]]);
    const out = await make({ ffmpeg, encoding, input: 'rgba', chunks: [chunk, hold(1, 5)], picture });
    if (format === 'gif') {
      expect((await readFile(out)).toString('latin1', 0, 6)).toBe('GIF89a');
      return;
    }
    const decoded = await decode(bundled, out, 64, 32);
    for (const [frame, shown] of [...chunk, ...hold(1, 5)].entries()) {
      const [red, green, , alpha] = colours[shown] ?? [0, 0, 0, 0];
      const [r = 0, g = 0, , a] = decoded[frame]?.subarray(0, 4) ?? [];
      expect(a, `frame ${frame}`).toBe(alpha);
      if (alpha === 255)
        expect([Math.abs(r - red) < 4, Math.abs(g - green) < 4], `frame ${frame}`).toEqual([true, true]);
    }
    expect(await times(out)).toEqual(decoded.map((_, frame) => frame * 512));
  });
});
