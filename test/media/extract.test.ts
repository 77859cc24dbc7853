import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fps } from '@framefarm/contract';
import { extractFrames, probeMedia } from '@framefarm/media';
import { createScratch, runProcess, type Scratch } from '@framefarm/process';
import { PNG } from 'pngjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builds, bundled, casesOf } from './builds.js';
import { type NumberedSource, numberedSource } from './numbered.js';

const jpeg = createRequire(import.meta.url)('jpeg-js') as {
  decode(data: Buffer, options?: { colorTransform: boolean }): { data: Buffer; width: number; height: number };
};

let scratch: Scratch;
beforeEach(async () => {
  scratch = await createScratch(tmpdir(), 'framefarm-extract-test-');
});
afterEach(() => scratch.remove());

/** Frame numbers that the extracted pictures show. */
async function shown(dir: string, count: number, extension: string): Promise<number[]> {
  const numbers: number[] = [];
  for (let number = 1; number <= count; number += 1) {
    const bytes = await readFile(join(dir, `${String(number).padStart(6, '0')}.${extension}`));
    const { data, width } = extension === 'jpg' ? jpeg.decode(bytes) : PNG.sync.read(bytes);
    const grey = data[(24 * width + 32) * 4] ?? 0;
    numbers.push(Math.round((grey * 219) / 255 / 2));
  }
  return numbers;
}

/** For tests of which build reads it, not of which one wrote it: both read the same file. */
const either = (name: string, source: NumberedSource): Promise<string> => numberedSource(bundled, name, source);

const H264 = ['-c:v', 'libx264', '-crf', '4', '-preset', 'veryfast'];
/** Longer than the pictures. */
const SOUND = ['-f', 'lavfi', '-i', 'sine=d=6', '-c:a', 'aac'];
const SOURCES = [
  { name: 'b-frames.mp4', rate: '30', args: [...H264, '-bf', '3'], at: (n: number) => n / 30 },
  { name: 'ntsc.mp4', rate: '30000/1001', args: H264, at: (n: number) => (n * 1001) / 30000 },
  {
    name: 'ms.webm',
    rate: '30',
    args: ['-c:v', 'libvpx-vp9', '-crf', '4', '-b:v', '0', '-deadline', 'realtime', '-cpu-used', '8'],
    at: (n: number) => n / 30,
  },
  { name: 'sixty.mkv', rate: '60', args: H264, at: (n: number) => n / 60 },
  { name: 'late.mkv', rate: '25', args: [...H264, '-bf', '2', '-output_ts_offset', '1.4'], at: (n: number) => n / 25 },
] as const;

const PARTS = [
  { fps: { num: 24, den: 1 }, mediaStart: 0.5 },
  { fps: { num: 30000, den: 1001 }, mediaStart: 2.4 },
];
const OTHER_PARTS = [
  { fps: { num: 30, den: 1 }, mediaStart: 0 },
  { fps: { num: 60, den: 1 }, mediaStart: 0.1 },
];

const LATE = [
  ...SOURCES.filter(({ name }) => !['ntsc.mp4', 'sixty.mkv'].includes(name)).map((source) => ({
    ...source,
    filter: '',
  })),
  { name: 'vfr.mkv', rate: '30', args: [...H264, '-vsync', 'vfr'], filter: ",select='lt(n,50)+not(mod(n,7))'" },
];
const OTHER_LATE = SOURCES.filter(({ name }) => ['ntsc.mp4', 'sixty.mkv'].includes(name)).map((source) => ({
  ...source,
  filter: '',
}));

interface Part {
  readonly seconds: number;
  readonly fps?: Fps;
  readonly mediaStart?: number;
  readonly first?: number;
}
type Held = readonly [how: string, part: Part, source: Partial<NumberedSource>];
const HELD: readonly Held[] = [
  ['at lower rates', { seconds: 4, fps: { num: 12, den: 1 } }, {}],
  ['in the last part', { seconds: 9, fps: { num: 7, den: 1 }, first: 36 }, {}],
  ['from the end of its pictures on', { seconds: 1, mediaStart: 4 }, { args: [...SOUND, ...H264] }],
];
const OTHER_HELD: readonly Held[] = [
  ['of a rate that is not whole', { seconds: 4, fps: { num: 7, den: 1 } }, { rate: '30000/1001' }],
  ['from an odd beginning', { seconds: 4, fps: { num: 1, den: 1 }, mediaStart: 0.27 }, {}],
  ['from the end of the source on', { seconds: 1, mediaStart: 3 }, {}],
  ['from long after its end', { seconds: 1, mediaStart: 99 }, {}],
];

describe.each(builds)('%s', (_, ffmpeg) => {
  describe.each(SOURCES)('$name', ({ name, rate, args, at }) => {
    it.each(casesOf(ffmpeg, PARTS, OTHER_PARTS))(
      'shows at each output instant the picture that has begun ($fps.num/$fps.den from $mediaStart s)',
      async ({ fps, mediaStart }) => {
        const file = await numberedSource(ffmpeg, name, { rate, args });
        const found = await extractFrames({
          ffmpeg,
          file,
          mediaStart,
          seconds: 0.5,
          fps,
          format: 'png',
          cacheDir: null,
          scratchDir: scratch.path,
        });
        const numbers = await shown(found.dir, found.count, found.extension);
        const wanted = numbers.map((_number, k) => {
          const time = mediaStart + (k * fps.den) / fps.num + 0.001;
          let frame = 0;
          while (at(frame + 1) <= time) frame += 1;
          return frame;
        });
        expect(found.count).toBe(Math.ceil((0.5 * fps.num) / fps.den - 1e-6));
        expect(numbers).toEqual(wanted.map((number) => number % 100));
      },
    );
  });

  it.each(casesOf(ffmpeg, LATE, OTHER_LATE))(
    'gives of a late part of $name the pictures that the whole gives',
    async ({ name, rate, args, filter }) => {
      const file = await numberedSource(ffmpeg, name, { rate, args, filter });
      const fps = { num: 30000, den: 1001 };
      const where = {
        ffmpeg,
        file,
        mediaStart: 0.1,
        fps,
        format: 'jpg',
        cacheDir: null,
        scratchDir: scratch.path,
      } as const;
      const whole = await extractFrames({ ...where, seconds: 2.6 });
      const part = await extractFrames({ ...where, first: 71, seconds: 2.6 });
      expect(part.count).toBe(whole.count);
      const names = (await readdir(part.dir)).sort();
      expect(names[0]).toBe('000071.jpg');
      expect(names).toHaveLength(whole.count - 70);
      for (const picture of names) {
        const [one, other] = await Promise.all([whole, part].map(({ dir }) => readFile(join(dir, picture))));
        expect(one?.equals(other ?? Buffer.alloc(0)), picture).toBe(true);
      }
    },
  );

  it('gives the last picture where a part begins after the end of the source, or of its pictures', async () => {
    const where = { ffmpeg, mediaStart: 0, seconds: 5, fps: { num: 30, den: 1 }, cacheDir: null } as const;
    for (const args of [H264, [...SOUND, ...H264]]) {
      const file = await either('ends.mp4', { args });
      const found = await extractFrames({ ...where, file, first: 121, format: 'png', scratchDir: scratch.path });
      const bytes = await readFile(join(found.dir, `${String(found.count).padStart(6, '0')}.png`));
      const { data, width } = PNG.sync.read(bytes);
      expect(Math.round(((data[(24 * width + 32) * 4] ?? 0) * 219) / 255 / 2)).toBe(89);
    }
  });

  it.each(casesOf(ffmpeg, HELD, OTHER_HELD))('holds the last picture of all %s', async (_, part, source) => {
    const file = await either('held.mp4', { args: H264, ...source });
    const found = await extractFrames({
      ...{ ffmpeg, file, mediaStart: 0, fps: { num: 30, den: 1 }, format: 'png', cacheDir: null, ...part },
      scratchDir: scratch.path,
    });
    const bytes = await readFile(join(found.dir, `${String(found.count).padStart(6, '0')}.png`));
    const { data, width } = PNG.sync.read(bytes);
    expect(Math.round(((data[(24 * width + 32) * 4] ?? 0) * 219) / 255 / 2)).toBe(89);
  });

  it('follows a variable frame rate', async () => {
    const file = await either('vfr.mkv', {
      args: [...H264, '-vsync', 'vfr'],
      filter: ",select='lt(n,10)+not(mod(n,7))'",
    });
    const options = {
      ffmpeg,
      file,
      mediaStart: 0,
      seconds: 1,
      fps: { num: 30, den: 1 },
      cacheDir: null,
      scratchDir: scratch.path,
    } as const;
    const found = await extractFrames({ ...options, format: 'png' });
    const numbers = await shown(found.dir, found.count, 'png');
    expect(numbers).toEqual(Array.from({ length: 30 }, (_, n) => (n < 10 ? n : n < 14 ? 9 : n - (n % 7))));
  });

  it('counts the pictures of an MPEG stream from the start of the file, where its sound begins', async () => {
    const sound = ['-f', 'lavfi', '-i', 'sine=d=3', '-c:a', 'mp2'];
    const args = [...sound, '-vf', 'setpts=PTS+0.5/TB', '-c:v', 'mpeg2video', '-q:v', '2', '-vsync', 'vfr'];
    const file = await either('late.mpg', { args });
    const where = { mediaStart: 0, seconds: 1, fps: { num: 30, den: 1 }, cacheDir: null } as const;
    const found = await extractFrames({ ffmpeg, file, ...where, format: 'png', scratchDir: scratch.path });
    const numbers = await shown(found.dir, found.count, 'png');
    // The encoder's own delay of the sound is up to half a picture.
    expect(numbers).toHaveLength(30);
    expect([13, 14]).toContain(numbers.at(-1));
  });

  it('gives all pictures of a source when its end comes first', async () => {
    const file = await either('whole.mp4', { args: H264 });
    const found = await extractFrames({
      ffmpeg,
      file,
      mediaStart: 1,
      seconds: 10,
      fps: { num: 24, den: 1 },
      format: 'auto',
      cacheDir: null,
      scratchDir: scratch.path,
    });
    expect(found.extension).toBe('jpg');
    // And the last of all, which is held.
    expect(found.count).toBe(49);
  });

  it.each(['bt709', 'bt470bg'])('keeps colours of a %s source in jpg and png', async (space) => {
    const file = join(scratch.path, 'colour.mp4');
    const matrix = space === 'bt709' ? 'bt709' : 'bt601';
    const make = await runProcess(bundled.ffmpegPath, [
      ...['-nostdin', '-v', 'error', '-f', 'lavfi', '-i', 'color=c=0xC86432:s=64x64:r=30:d=0.2,format=rgb24'],
      ...['-vf', `scale=out_color_matrix=${matrix}:out_range=limited,format=yuv420p`, '-colorspace', space],
      ...['-c:v', 'libx264', '-crf', '1', file],
    ]);
    expect(make.stderr).toBe('');
    for (const format of ['jpg', 'png'] as const) {
      const found = await extractFrames({
        ffmpeg,
        file,
        mediaStart: 0,
        seconds: 0.1,
        fps: { num: 30, den: 1 },
        format,
        cacheDir: null,
        scratchDir: scratch.path,
      });
      const bytes = await readFile(join(found.dir, `000001.${format}`));
      const { data } = format === 'jpg' ? jpeg.decode(bytes) : PNG.sync.read(bytes);
      const at = (32 * 64 + 32) * 4;
      const off = [200, 100, 50].map((value, channel) => Math.abs(value - (data[at + channel] ?? 0)));
      expect(Math.max(...off), `${format} ${[...data.subarray(at, at + 3)]}`).toBeLessThanOrEqual(3);
    }
  });

  it('keeps the brightness beside an edge of two colours', async () => {
    const file = join(scratch.path, 'edge.mp4');
    const make = await runProcess(bundled.ffmpegPath, [
      ...['-nostdin', '-v', 'error', '-f', 'lavfi', '-i', 'color=c=0x28DC28:s=64x64:r=30:d=0.1,format=rgb24'],
      ...['-vf', 'drawbox=w=32:h=64:c=0xDC28DC:t=64,scale=out_color_matrix=bt709:out_range=limited,format=yuv420p'],
      ...['-colorspace', 'bt709', '-c:v', 'libx264', '-crf', '1', file],
    ]);
    expect(make.stderr).toBe('');
    const rowOf = async (format: 'jpg' | 'png'): Promise<number[]> => {
      const where = { ffmpeg, file, mediaStart: 0, seconds: 0.1, fps: { num: 30, den: 1 }, format };
      const { dir } = await extractFrames({ ...where, cacheDir: null, scratchDir: scratch.path });
      const bytes = await readFile(join(dir, `000001.${format}`));
      const { data } = format === 'jpg' ? jpeg.decode(bytes, { colorTransform: false }) : PNG.sync.read(bytes);
      const [r, g, b] = format === 'jpg' ? [1, 0, 0] : [0.299, 0.587, 0.114];
      const at = (x: number, channel: number): number => data[(32 * 64 + x) * 4 + channel] ?? 0;
      return Array.from({ length: 64 }, (_, x) => r * at(x, 0) + g * at(x, 1) + b * at(x, 2));
    };
    const [jpg, png] = [await rowOf('jpg'), await rowOf('png')];
    expect(Math.max(...jpg.map((brightness, x) => Math.abs(brightness - (png[x] ?? 0))))).toBeLessThan(6);
  });

  it.each(['libvpx', 'libvpx-vp9'])('keeps the alpha of %s', async (codec) => {
    const file = join(scratch.path, 'alpha.webm');
    const make = await runProcess(bundled.ffmpegPath, [
      ...['-nostdin', '-v', 'error', '-f', 'lavfi', '-i', 'color=c=red@0.5:s=64x64:r=30:d=0.2,format=rgba'],
      ...[
        '-pix_fmt',
        'yuva420p',
        '-c:v',
        codec,
        '-auto-alt-ref',
        '0',
        '-b:v',
        '2M',
        '-metadata:s:v:0',
        'alpha_mode=1',
        file,
      ],
    ]);
    expect(make.stderr).toBe('');
    expect((await probeMedia(ffmpeg, file)).video?.alpha).toBe(true);
    const found = await extractFrames({
      ffmpeg,
      file,
      mediaStart: 0,
      seconds: 0.1,
      fps: { num: 30, den: 1 },
      format: 'auto',
      cacheDir: null,
      scratchDir: scratch.path,
    });
    const png = PNG.sync.read(await readFile(join(found.dir, '000001.png')));
    const [r = 0, , , a = 0] = png.data.subarray((32 * 64 + 32) * 4);
    expect(r).toBeGreaterThan(245);
    expect(Math.abs(a - 128)).toBeLessThanOrEqual(4);
  });

  it('lays a rotated, non-square source out as a browser does', async () => {
    const file = await either('sar.mp4', { args: [...H264, '-frames:v', '5'], filter: ',setsar=2' });
    expect((await probeMedia(ffmpeg, file)).video).toMatchObject({
      width: 128,
      height: 48,
      codec: 'h264',
      bitDepth: 8,
      alpha: false,
    });
    const found = await extractFrames({
      ffmpeg,
      file,
      mediaStart: 0,
      seconds: 0.1,
      fps: { num: 30, den: 1 },
      format: 'png',
      cacheDir: null,
      scratchDir: scratch.path,
    });
    const png = PNG.sync.read(await readFile(join(found.dir, '000001.png')));
    expect([png.width, png.height]).toEqual([128, 48]);
  });

  it('leaves tags of the source out of lossless pictures, by which a browser would change their colours', async () => {
    const tags = ['-color_range', 'tv', '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];
    const file = await either('tagged.mp4', { args: [...H264, ...tags] });
    const where = { ffmpeg, file, mediaStart: 0, seconds: 0.1, fps: { num: 30, den: 1 }, format: 'png' } as const;
    const found = await extractFrames({ ...where, cacheDir: null, scratchDir: scratch.path });
    const bytes = await readFile(join(found.dir, '000001.png'));
    expect(bytes.includes('IDAT')).toBe(true);
    for (const chunk of ['gAMA', 'cHRM', 'iCCP', 'sRGB', 'cICP']) expect(bytes.includes(chunk), chunk).toBe(false);
  });

  it('gives a source of BT.709 its colours where pixels that are not square make a side odd', async () => {
    const file = join(scratch.path, 'odd.mp4');
    const red =
      'color=c=red:s=64x48:r=30:d=0.2,format=rgb24,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p,setsar=4/3';
    const tags = ['-color_range', 'tv', '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];
    const args = ['-f', 'lavfi', '-i', red, ...H264, '-pix_fmt', 'yuv420p', ...tags, file];
    expect((await runProcess(bundled.ffmpegPath, ['-nostdin', '-v', 'error', ...args])).exitCode).toBe(0);
    const where = { ffmpeg, file, mediaStart: 0, seconds: 0.1, fps: { num: 30, den: 1 }, format: 'jpg' } as const;
    const found = await extractFrames({ ...where, cacheDir: null, scratchDir: scratch.path });
    const { data, width, height } = jpeg.decode(await readFile(join(found.dir, '000001.jpg')));
    expect([width, height]).toEqual([85, 48]);
    const pixel = [...data.subarray((24 * 85 + 42) * 4, (24 * 85 + 42) * 4 + 3)];
    expect(
      pixel.every((value, index) => Math.abs(value - (index === 0 ? 255 : 0)) <= 3),
      String(pixel),
    ).toBe(true);
  });

  it('names a file that is not media, a playlist in disguise and a missing file', async () => {
    const { writeFile } = await import('node:fs/promises');
    const playlist = join(scratch.path, 'list.mp4');
    await writeFile(playlist, '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nsecret.ts\n#EXT-X-ENDLIST\n');
    await expect(probeMedia(ffmpeg, playlist)).rejects.toMatchObject({ code: 'NOT_MEDIA_PAYLOAD' });
    const text = join(scratch.path, 'text.mp4');
    await writeFile(text, 'just words');
    await expect(probeMedia(ffmpeg, text)).rejects.toMatchObject({ code: 'NOT_MEDIA_PAYLOAD' });
    const options = {
      ffmpeg,
      mediaStart: 0,
      seconds: 1,
      fps: { num: 30, den: 1 },
      format: 'auto',
      cacheDir: null,
      scratchDir: scratch.path,
    } as const;
    await expect(extractFrames({ ...options, file: join(scratch.path, 'none.mp4') })).rejects.toMatchObject({
      code: 'VIDEO_SOURCE_UNRENDERABLE',
    });
  });
});

// Kept by us, whichever build has made them.
describe('the cache of frames', () => {
  const ffmpeg = bundled;

  it('takes a part from the pictures of the whole where they are kept', async () => {
    const file = await either('kept.mp4', { args: H264 });
    const where = { ffmpeg, file, mediaStart: 0, seconds: 3, fps: { num: 30, den: 1 }, format: 'jpg' } as const;
    const cache = { cacheDir: join(scratch.path, 'parts'), scratchDir: scratch.path };
    const whole = await extractFrames({ ...where, ...cache });
    const part = await extractFrames({ ...where, ...cache, first: 61 });
    expect(part).toMatchObject({ dir: whole.dir, count: 90, cached: true });
    const own = await extractFrames({ ...where, ...cache, seconds: 2.5, first: 61 });
    expect(own).toMatchObject({ count: 75, cached: false });
    for (const one of [whole, part, own]) await one.release();
  });

  // Node.js' own recursive mkdir never ended in the first.
  it.each(['/proc', '/proc/cache'])('names a cache in which nothing can be made: %s', async (cacheDir) => {
    const file = await either('short.mp4', { args: H264 });
    const where = { ffmpeg, file, mediaStart: 0, seconds: 0.1, fps: { num: 30, den: 1 }, format: 'jpg' } as const;
    await expect(extractFrames({ ...where, cacheDir, scratchDir: scratch.path })).rejects.toMatchObject({
      code: 'OUTPUT_NOT_WRITABLE',
      message: `the cache of frames "${cacheDir}" cannot be written (ENOENT)`,
      hint: expect.stringContaining('--frames-cache-dir'),
    });
  });

  it('extracts once and serves the cache afterwards', async () => {
    const file = await either('cached.mp4', { args: H264 });
    const cacheDir = join(scratch.path, 'cache');
    const options = {
      ffmpeg,
      file,
      mediaStart: 0,
      seconds: 0.5,
      fps: { num: 30, den: 1 },
      format: 'auto',
      cacheDir,
      scratchDir: scratch.path,
    } as const;
    const [first, second] = await Promise.all([extractFrames(options), extractFrames(options)]);
    expect(first.dir).toBe(second.dir);
    const third = await extractFrames(options);
    expect(third).toMatchObject({ cached: true, count: 15, dir: first.dir });
    const other = await extractFrames({ ...options, fps: { num: 24, den: 1 } });
    expect(other.dir).not.toBe(first.dir);
    for (const frames of [first, second, third, other]) await frames.release();
    expect(await readdir(cacheDir)).toHaveLength(2);
  });

  it('extracts once for renders side by side, and again for one whose forerunner failed', async () => {
    const file = await either('shared.mp4', { args: H264 });
    const cacheDir = join(scratch.path, 'shared-frames');
    const cancelled = new AbortController();
    const extract = (signal?: AbortSignal) =>
      extractFrames({
        ffmpeg,
        file,
        mediaStart: 0,
        seconds: 1,
        fps: { num: 30, den: 1 },
        format: 'jpg',
        cacheDir,
        scratchDir: scratch.path,
        ...(signal === undefined ? {} : { signal }),
      });
    const first = extract(cancelled.signal);
    const failed = first.then(
      () => 'done',
      () => 'failed',
    );
    // It has begun once its draft is there.
    await expect.poll(() => readdir(cacheDir).catch(() => []), { interval: 1, timeout: 20_000 }).not.toEqual([]);
    const others = Promise.all([extract(), extract(), extract()]);
    cancelled.abort(new Error('no longer wanted'));
    const results = await others;
    expect(results.map(({ count }) => count)).toEqual([30, 30, 30]);
    expect(new Set(results.map(({ dir }) => dir)).size).toBe(1);
    // After the failure one of the others took over, unless the first had been quicker than its cancellation.
    const extracted = results.filter(({ cached }) => !cached).length + ((await failed) === 'done' ? 1 : 0);
    expect(extracted).toBe(1);
    expect((await readdir(cacheDir)).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});
