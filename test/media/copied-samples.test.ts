/** Sources whose samples are copied for a page that decodes them: which ones, and that the right picture is named for each frame. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { CodedVideo, Fps } from '@framefarm/contract';
import { type ExtractedFrames, extractFrames, type Ffmpeg } from '@framefarm/media';
import { createScratch, runProcess, type Scratch } from '@framefarm/process';
import { PNG } from 'pngjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BT709_TAGS } from '../support/projects/clips.js';
import { builds, bundled, casesOf } from './builds.js';
import { type NumberedSource, numberedSource } from './numbered.js';

let scratch: Scratch;
beforeEach(async () => {
  scratch = await createScratch(tmpdir(), 'framefarm-samples-test-');
});
afterEach(() => scratch.remove());

const H264 = ['-c:v', 'libx264', '-crf', '4', '-preset', 'veryfast', '-g', '12', '-bf', '3', ...BT709_TAGS];
const SOUND = ['-f', 'lavfi', '-i', 'sine=d=4', '-c:a', 'aac'];

const numbered = (ffmpeg: Ffmpeg, name: string, source: Partial<NumberedSource> = {}): Promise<string> =>
  numberedSource(ffmpeg, name, { args: H264, ...source });

/** For tests of which build reads it, not of which one wrote it: both read the same file. */
const either = (name: string, source: Partial<NumberedSource> = {}): Promise<string> => numbered(bundled, name, source);

async function copied(from: string, args: readonly string[]): Promise<string> {
  const file = join(scratch.path, `copied-${basename(from)}`);
  const result = await runProcess(bundled.ffmpegPath, [
    '-nostdin',
    '-v',
    'error',
    '-i',
    from,
    '-c',
    'copy',
    ...args,
    file,
  ]);
  if (result.exitCode !== 0) throw new Error(result.stderr);
  return file;
}

interface Wanted {
  readonly fps: Fps;
  readonly mediaStart: number;
  readonly seconds: number;
  readonly first?: number;
}

const extract = (ffmpeg: Ffmpeg, file: string, format: 'decoded' | 'png', wanted: Wanted, more = {}) =>
  extractFrames({ ffmpeg, file, format, ...wanted, cacheDir: null, scratchDir: scratch.path, ...more });

const THIRTY: Wanted = { fps: { num: 30, den: 1 }, mediaStart: 0, seconds: 3 };

async function videoOf({ dir, extension }: ExtractedFrames): Promise<CodedVideo> {
  expect(extension).toBe('h264');
  return JSON.parse(await readFile(join(dir, 'video.json'), 'utf8')) as CodedVideo;
}

/** Frame numbers that extracted pictures show, of the frames from `first` on. */
async function shown({ dir, count }: ExtractedFrames, first: number): Promise<number[]> {
  const numbers: number[] = [];
  for (let number = first; number <= count; number += 1) {
    const { data, width } = PNG.sync.read(await readFile(join(dir, `${String(number).padStart(6, '0')}.png`)));
    numbers.push(Math.round(((data[(24 * width + 32) * 4] ?? 0) * 219) / 255 / 2));
  }
  return numbers;
}

/** Frames that `select` keeps, where it is used. */
const KEPT = Array.from({ length: 90 }, (_, n) => n).filter((n) => n < 50 || n % 7 === 0);

/** Whether the copied samples name for each frame the picture that FFmpeg extracts, which tells its number; `number` is that of a rank. */
async function expectSame(
  ffmpeg: Ffmpeg,
  file: string,
  wanted: Wanted,
  number: (rank: number) => number,
): Promise<void> {
  const extracted = await extract(ffmpeg, file, 'png', wanted);
  const copied = await extract(ffmpeg, file, 'decoded', wanted);
  const { shown: ranks } = await videoOf(copied);
  const first = wanted.first ?? 1;
  const pictures = await shown(extracted, first);
  // Where the pictures end before their container does, the last one is held, whether or not it is repeated.
  const frames = Math.min(pictures.length, ranks.length - first + 1);
  expect(ranks.slice(first - 1, first - 1 + frames).map(number)).toEqual(pictures.slice(0, frames));
  for (const more of [...ranks.slice(first - 1 + frames).map(number), ...pictures.slice(frames)]) {
    expect(more).toBe(pictures[frames - 1]);
  }
}

const PARTS: readonly Wanted[] = [
  { fps: { num: 24, den: 1 }, mediaStart: 0.5, seconds: 1.1 },
  { fps: { num: 30, den: 1 }, mediaStart: 0.2, seconds: 2.4, first: 41 },
  { fps: { num: 7, den: 1 }, mediaStart: 0.1, seconds: 9 },
];
const OTHER_PARTS: readonly Wanted[] = [
  { fps: { num: 30000, den: 1001 }, mediaStart: 2.4, seconds: 0.5 },
  { fps: { num: 60, den: 1 }, mediaStart: 0.1, seconds: 1 },
  { fps: { num: 30, den: 1 }, mediaStart: 0, seconds: 9 },
  { fps: { num: 30, den: 1 }, mediaStart: 9, seconds: 1 },
];

interface Source {
  readonly name: string;
  readonly options: Partial<NumberedSource>;
  /** That of the picture with a rank. */
  readonly number: (rank: number) => number;
}
const SOURCES: readonly Source[] = [
  { name: 'ntsc.mov', options: { rate: '30000/1001' }, number: (rank: number) => rank },
  {
    name: 'variable.mp4',
    options: { filter: ",select='lt(n,50)+not(mod(n,7))'", args: [...H264, '-bf', '0', '-vsync', 'vfr'] },
    number: (rank: number) => KEPT[rank] ?? -1,
  },
  { name: 'longer-sound.mp4', options: { args: [...SOUND, ...H264] }, number: (rank: number) => rank },
];
const OTHER_SOURCES: readonly Source[] = [
  { name: 'plain.mp4', options: {}, number: (rank: number) => rank },
  { name: 'film.mp4', options: { rate: '24' }, number: (rank: number) => rank },
];

type Left = readonly [what: string, source: Partial<NumberedSource>];
const LEFT: readonly Left[] = [
  ['with pixels that are not square', { filter: ',setsar=4/3' }],
  ['of BT.601', { args: [...H264, '-colorspace', 'smpte170m'] }],
  ['in full range', { filter: ',scale=out_range=pc', args: [...H264, '-color_range', 'pc'] }],
  ['of 4:4:4', { filter: ',format=yuv444p' }],
  ['interlaced', { args: [...H264, '-x264-params', 'interlaced=1'] }],
];
/** Told by the file itself, or by what builds say alike. */
const OTHER_LEFT: readonly Left[] = [
  ['in fragments', { args: [...H264, '-movflags', '+frag_keyframe+empty_moov'] }],
  ['of 10 bits', { filter: ',format=yuv420p10le' }],
  ['of other primaries', { args: [...H264, '-color_primaries', 'bt2020'] }],
  ['of MPEG-4', { args: ['-c:v', 'mpeg4', '-q:v', '2', ...BT709_TAGS] }],
];

describe.each(builds)('%s', (_, ffmpeg) => {
  // Which picture is named is no work of FFmpeg: all cases with one build, those that builds write and extract unlike with both.
  describe.each(casesOf(ffmpeg, SOURCES, OTHER_SOURCES))('$name', ({ name, options, number }) => {
    it.each(casesOf(ffmpeg, PARTS, OTHER_PARTS))(
      'names for each frame the picture that FFmpeg extracts ($fps.num/$fps.den from $mediaStart s)',
      async (wanted) => {
        await expectSame(ffmpeg, await numbered(ffmpeg, name, options), wanted, number);
      },
    );
  });

  it('names the same where what describes the samples stands before them', async () => {
    const file = await numbered(ffmpeg, 'faststart.mp4', { args: [...H264, '-movflags', '+faststart'] });
    await expectSame(ffmpeg, file, { ...THIRTY, mediaStart: 0.2, seconds: 2.4, first: 41 }, (rank) => rank);
  });

  it('copies what a part needs, from where decoding may begin', async () => {
    const file = await either('part.mp4');
    const copied = await extract(ffmpeg, file, 'decoded', { ...THIRTY, seconds: 2, first: 31 });
    const video = await videoOf(copied);
    expect(video).toMatchObject({ width: 64, height: 48, keys: [0, 12, 24] });
    expect(video.codec).toMatch(/^avc1\.[0-9a-f]{6}$/);
    expect(video.shown.slice(30)).toEqual(Array.from({ length: 30 }, (_, index) => 30 + index));
    expect(Math.min(...video.ranks)).toBe(24);
    const names = await readdir(copied.dir);
    expect(names).toHaveLength(video.ranks.length + 1);
    expect(names).toContain('000001.h264');
  });

  it.each(casesOf(ffmpeg, LEFT, OTHER_LEFT))('leaves a source %s to FFmpeg', async (_what, options) => {
    const file = await either('other.mp4', options);
    const { extension, count, dir } = await extract(ffmpeg, file, 'decoded', { ...THIRTY, seconds: 0.5 });
    expect(extension).toBe('jpg');
    expect(await readdir(dir)).toHaveLength(count);
  });

  it('leaves a source with too few samples that decoding may begin with to FFmpeg', async () => {
    const args = [...H264, '-g', '600', '-sc_threshold', '0'];
    const file = await either('other.mp4', { rate: '120', args });
    expect(await extract(ffmpeg, file, 'decoded', THIRTY)).toMatchObject({ extension: 'jpg' });
  });

  it('leaves a source that is turned, that begins late, or in another container, to FFmpeg', async () => {
    const plain = await either('plain.mp4');
    const turned = await copied(plain, ['-metadata:s:v:0', 'rotate=180']);
    const late = join(scratch.path, 'late.mp4');
    const shifted = ['-itsoffset', '0.5', '-i', plain, ...SOUND, '-map', '0:v', '-map', '1:a', '-c:v', 'copy', late];
    expect((await runProcess(bundled.ffmpegPath, ['-nostdin', '-v', 'error', ...shifted])).exitCode).toBe(0);
    for (const file of [turned, late, await either('other.mkv')]) {
      expect(await extract(ffmpeg, file, 'decoded', { ...THIRTY, seconds: 0.5 })).toMatchObject({ extension: 'jpg' });
    }
  });

  it('leaves a source to FFmpeg whose damage it finds when it is asked to look', async () => {
    const bytes = await readFile(await either('whole.mp4', { args: [...H264, '-movflags', '+faststart'] }));
    const file = join(scratch.path, 'damaged.mp4');
    const at = bytes.indexOf('mdat') + Math.floor((bytes.length - bytes.indexOf('mdat')) / 2);
    await writeFile(file, bytes.fill(0xaa, at, at + 400));
    expect(await extract(ffmpeg, file, 'decoded', THIRTY)).toMatchObject({ extension: 'h264' });
    expect(await extract(ffmpeg, file, 'decoded', THIRTY, { checked: true })).toMatchObject({ extension: 'jpg' });
  });
});

it.each([
  ['is cut', (bytes: Buffer) => bytes.subarray(0, bytes.length - 200)],
  [
    'tells of more samples than it holds',
    (bytes: Buffer) => {
      bytes.writeUInt32BE(0x7fff_ffff, bytes.indexOf('stsz') + 12);
      return bytes;
    },
  ],
  [
    'names places beyond its end',
    (bytes: Buffer) => {
      bytes.writeUInt32BE(0x7fff_ffff, bytes.indexOf('stco') + 12);
      return bytes;
    },
  ],
  [
    'names one place beyond its end, late',
    (bytes: Buffer) => {
      const sizes = bytes.indexOf('stsz') + 16;
      bytes.writeUInt32BE(0x000f_ffff, sizes + 4 * 60);
      return bytes;
    },
  ],
])('does not fail by itself for a file that %s', async (_what, damaged) => {
  const whole = await either('whole.mp4', { args: [...H264, '-movflags', '+faststart'] });
  const file = join(scratch.path, 'short.mp4');
  await writeFile(file, damaged(await readFile(whole)));
  // Whatever FFmpeg makes of it, it is FFmpeg's answer.
  const answer = await extract(bundled, file, 'decoded', THIRTY).catch((error) => error);
  if (answer instanceof Error)
    expect(answer).toMatchObject({ code: expect.stringMatching(/^(VIDEO|NOT_MEDIA|INVALID)/) });
  else expect(answer.extension).toBe('jpg');
});
