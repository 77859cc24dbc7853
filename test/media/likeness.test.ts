/** The benchmark's likeness: alpha as it is stored is compared with alpha as it was drawn, level by level. */
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createScratch, runProcess, type Scratch } from '@framefarm/process';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compare } from '../../bench/quality/compare.ts';
import { BAR_CASES } from '../../bench/scenes/cases.ts';
import { builds } from './builds.js';
import { toPng } from './pictures.js';

const [WIDTH, HEIGHT] = [256, 64];
const AREA = WIDTH * HEIGHT;
const webm = BAR_CASES.find(({ format }) => format === 'webm') as (typeof BAR_CASES)[number];

let scratch: Scratch;
beforeEach(async () => {
  scratch = await createScratch(tmpdir(), 'framefarm-likeness-test-');
});
afterEach(() => scratch.remove());

it.each(builds)('is without bound for exact alpha, and sees a single level, with %s', async (_, { ffmpegPath }) => {
  // One grey with every alpha there is.
  const pixels = Buffer.from(Array.from({ length: AREA }, (_, at) => [128, 128, 128, at % 256]).flat());
  const pictures = join(scratch.path, 'pictures');
  await mkdir(pictures);
  await writeFile(join(pictures, '000.png'), toPng(pixels, WIDTH, HEIGHT));
  const likeness = async (alpha: (level: number) => number): Promise<number> => {
    const [raw, video] = [join(scratch.path, 'raw'), join(scratch.path, 'out.webm')];
    const plane = Buffer.from(Array.from({ length: AREA }, (_, at) => alpha(at % 256)));
    await writeFile(raw, Buffer.concat([Buffer.alloc(AREA, 126), Buffer.alloc(AREA / 2, 128), plane]));
    const input = `-v error -f rawvideo -pix_fmt yuva420p -video_size ${WIDTH}x${HEIGHT} -i`.split(' ');
    const lossless = '-c:v libvpx-vp9 -lossless 1 -auto-alt-ref 0 -metadata:s:v:0 alpha_mode=1'.split(' ');
    const colours = '-color_range tv -colorspace bt709'.split(' ');
    const { exitCode, stderr } = await runProcess(ffmpegPath, [...input, raw, ...lossless, ...colours, video, '-y']);
    expect(exitCode, stderr).toBe(0);
    return (await compare(webm, video, [0], pictures, ffmpegPath)).psnrDb;
  };
  expect(await likeness((level) => level)).toBe(Number.POSITIVE_INFINITY);
  expect(await likeness((level) => (level > 127 && level < 255 ? level + 1 : level))).toBeLessThan(55);
});
