import { mkdir, mkdtemp, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fps } from '@framefarm/contract';
import { encodedSize, segmentName, startSegmentEncoder, verifyOutput } from '@framefarm/media';
import { createScratch, ownedGroups, runProcess, type Scratch } from '@framefarm/process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodingPlan } from '../support/renders/encoding-plan.js';
import { builds, bundled, casesOf } from './builds.js';
import { makeOutput } from './made-output.js';
import { bars, type Colour, decode, pixel, solid, toJpeg, toPng } from './pictures.js';

const COLOURS: Colour[] = [
  [255, 0, 0, 255],
  [0, 255, 0, 255],
  [0, 0, 255, 255],
  [128, 128, 128, 255],
  [255, 255, 255, 255],
  [0, 0, 0, 255],
  [200, 100, 50, 255],
  [30, 180, 220, 255],
];

let scratch: Scratch;
beforeEach(async () => {
  scratch = await createScratch(tmpdir(), 'framefarm-media-test-');
});
afterEach(async () => {
  await scratch.remove();
  expect(ownedGroups()).toEqual([]);
});

const make = (about: Parameters<typeof makeOutput>[1]): Promise<string> => makeOutput(scratch.path, about);

async function timestamps(file: string): Promise<number[]> {
  const args = ['-v', 'error', '-select_streams', 'v', '-show_entries', 'packet=pts_time', '-of', 'csv=p=0', file];
  const result = await runProcess(bundled.ffprobePath, args);
  return result.stdout
    .trim()
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => Number.parseFloat(line));
}

function expectColour(found: number[], wanted: readonly number[], within: number): void {
  const off = wanted.map((value, channel) => Math.abs(value - (found[channel] ?? Number.NaN)));
  expect(Math.max(...off), `${found} for ${wanted}`).toBeLessThanOrEqual(within);
}

interface Joined {
  readonly format: 'mp4' | 'mov' | 'webm';
  readonly fps: Fps;
}
const JOINED: readonly Joined[] = [
  { format: 'mp4', fps: { num: 30000, den: 1001 } },
  { format: 'mov', fps: { num: 24000, den: 1001 } },
  { format: 'webm', fps: { num: 30000, den: 1001 } },
];
/** Times are written here, and by one build as by the other. */
const JOINED_BY_ONE: readonly Joined[] = [
  { format: 'mp4', fps: { num: 30, den: 1 } },
  { format: 'mp4', fps: { num: 240, den: 1 } },
  { format: 'webm', fps: { num: 60, den: 1 } },
];

describe.each(builds)('%s', (_, ffmpeg) => {
  it.each(['jpeg', 'png', 'rgb0'] as const)('keeps colours from %s to mp4 within 3 levels', async (input) => {
    const encoding = encodingPlan({ crf: 1 });
    const raw = bars(256, 64, COLOURS);
    const image = input === 'jpeg' ? toJpeg(raw, 256, 64) : input === 'png' ? toPng(raw, 256, 64) : raw;
    const out = await make({ ffmpeg, encoding, input, chunks: [2], picture: () => image });
    const [frame] = await decode(bundled, out, 256, 64);
    for (const [index, colour] of COLOURS.entries()) expectColour(pixel(frame, 256, index * 32 + 16, 32), colour, 3);
    const tags = await runProcess(bundled.ffprobePath, [
      ...['-v', 'error', '-of', 'csv=p=0', '-show_entries'],
      'stream=pix_fmt,color_range,color_space,color_transfer,color_primaries,has_b_frames',
      out,
    ]);
    expect(tags.stdout.trim()).toBe('0,yuv420p,tv,bt709,bt709,bt709');
  });

  it.each(casesOf(ffmpeg, JOINED, JOINED_BY_ONE))(
    'joins $format chunks at $fps.num/$fps.den on exact times, in order',
    async ({ format, fps }) => {
      const encoding = encodingPlan({ format, fps, width: 64, height: 32, quality: 'draft' });
      const chunks = [7, 1, 11];
      const grey = (frame: number) => 20 + frame * 6;
      const picture = (frame: number) => solid(64, 32, [grey(frame), grey(frame), grey(frame), 255]);
      const out = await make({ ffmpeg, encoding, input: format === 'mp4' ? 'rgb0' : 'rgba', chunks, picture });
      const times = await timestamps(out);
      const slack = format === 'webm' ? 0.00051 : 0.0000011;
      expect(times).toHaveLength(19);
      for (const [frame, time] of times.entries())
        expect(Math.abs(time - (frame * fps.den) / fps.num)).toBeLessThan(slack);
      const frames = await decode(bundled, out, 64, 32);
      expect(frames).toHaveLength(19);
      for (const [index, frame] of frames.entries())
        expectColour(pixel(frame, 64, 32, 16), [grey(index), grey(index), grey(index)], 2);
    },
  );

  // A WebM: below, to its last corner.
  it.each(casesOf<'mp4' | 'mov' | 'gif' | 'png-sequence'>(ffmpeg, ['mp4', 'mov'], ['gif', 'png-sequence']))(
    'makes a one-frame %s of odd size',
    async (format) => {
      const encoding = encodingPlan({ format, width: 101, height: 57 });
      const image = toPng(solid(101, 57, [10, 200, 90, 255]), 101, 57);
      const out = await make({ ffmpeg, encoding, input: 'png', chunks: [1], picture: () => image });
      expect(encodedSize(encoding)).toEqual(format === 'mp4' ? { width: 102, height: 58 } : { width: 101, height: 57 });
      if (format !== 'png-sequence') {
        const size = encodedSize(encoding);
        const frames = await decode(bundled, out, size.width, size.height);
        expect(frames).toHaveLength(1);
        expectColour(pixel(frames[0], size.width, 50, 28), [10, 200, 90], 6);
      }
    },
  );

  it.each([
    { format: 'webm', counts: [1, 3] },
    { format: 'mov', counts: [1, 3] },
    { format: 'gif', counts: [1, 3] },
  ] as const)('encodes $format to the same bytes with any number of threads', async ({ format, counts }) => {
    const [width, height, frames] = [768, 128, 2];
    // Waves: what libvpx makes of noise is the same with one thread.
    const moving = (frame: number) => {
      const pixels = Buffer.alloc(width * height * 4);
      for (let at = 0; at < width * height; at += 1) {
        const [x, y] = [at % width, Math.floor(at / width)];
        pixels[at * 4] = 128 + 100 * Math.sin((x + frame * 5) / 19 + y / 31);
        pixels[at * 4 + 1] = 128 + 90 * Math.cos((y - frame * 3) / 13);
        pixels[at * 4 + 2] = ((x * y) / 97 + frame * 9) & 255;
        pixels[at * 4 + 3] = 255 - ((x >> 3) & 127);
      }
      return pixels;
    };
    const files: Buffer[] = [];
    for (const threads of counts) {
      const encoding = encodingPlan({ format, width, height, threads });
      const out = join(scratch.path, `${threads}-${segmentName(encoding, 0)}`);
      const encoder = startSegmentEncoder({ ffmpeg, encoding, input: 'rgba', out, firstFrame: 0, frames });
      for (let frame = 0; frame < frames; frame += 1) await encoder.write(moving(frame));
      await encoder.finish();
      files.push(await readFile(out));
    }
    expect(files.map((bytes) => bytes.equals(files[0] as Buffer))).toEqual(counts.map(() => true));
  });

  // Black would be seen as a line along the edge, and grey the last column and row, with which it shares their chroma.
  it.each(['jpeg', 'png', 'rgb0'] as const)('pads a picture of odd size from %s by its own edge', async (input) => {
    const encoding = encodingPlan({ width: 101, height: 57 });
    const pixels = solid(101, 57, [10, 200, 90, 255]);
    const image = input === 'rgb0' ? pixels : (input === 'png' ? toPng : toJpeg)(pixels, 101, 57);
    const out = await make({ ffmpeg, encoding, input, chunks: [3], picture: () => image });
    const frames = await decode(bundled, out, 102, 58);
    for (const [x, y] of [
      [80, 40],
      [100, 40],
      [80, 56],
      [101, 57],
    ] as const)
      expectColour(pixel(frames[2], 102, x, y), [10, 200, 90], 4);
  });

  it.each(casesOf<'png' | 'rgba'>(ffmpeg, ['png'], ['rgba']))(
    'keeps the last corner of a one-frame WebM of odd size from %s',
    async (input) => {
      const encoding = encodingPlan({ format: 'webm', width: 101, height: 57, crf: 4 });
      const pixels = solid(101, 57, [10, 200, 90, 255]);
      const image = input === 'png' ? toPng(pixels, 101, 57) : pixels;
      const out = await make({ ffmpeg, encoding, input, chunks: [1], picture: () => image });
      expect(encodedSize(encoding)).toEqual({ width: 101, height: 57 });
      const [frame, ...more] = await decode(bundled, out, 101, 57);
      expect(more).toEqual([]);
      expectColour(pixel(frame, 101, 100, 56), [10, 200, 90], 4);
    },
  );

  it.each([
    { format: 'mov', within: 2 },
    { format: 'webm', within: 6 },
  ] as const)('keeps straight alpha in $format', async ({ format, within }) => {
    const encoding = encodingPlan({ format, crf: format === 'webm' ? 4 : null });
    const clear: Colour[] = [
      [255, 0, 0, 128],
      [0, 0, 0, 0],
      [20, 220, 60, 255],
    ];
    const image = toPng(bars(256, 64, clear), 256, 64);
    const out = await make({ ffmpeg, encoding, input: 'png', chunks: [2, 1], picture: () => image });
    const frames = await decode(bundled, out, 256, 64);
    expect(frames).toHaveLength(3);
    for (const frame of frames) {
      expectColour(pixel(frame, 256, 16, 32), [255, 0, 0, 128], within);
      expectColour(pixel(frame, 256, 48, 32).slice(3), [0], within);
      expectColour(pixel(frame, 256, 80, 32), [20, 220, 60, 255], within);
    }
  });

  it.each(casesOf<'rgba' | 'png'>(ffmpeg, ['rgba'], ['png']))(
    'keeps all levels of alpha but 224 exactly from %s to mov',
    async (input) => {
      const levels = Buffer.from(Array.from({ length: 256 * 16 }, (_, at) => [90, 90, 90, at % 256]).flat());
      const image = input === 'png' ? toPng(levels, 256, 16) : levels;
      const encoding = encodingPlan({ format: 'mov', width: 256, height: 16 });
      const out = await make({ ffmpeg, encoding, input, chunks: [1], picture: () => image });
      // The plane as it is stored, in as many bits as the decoder has: a conversion to 8 would round it.
      const plane = ['-v', 'error', '-i', out, '-vf', 'extractplanes=a', '-f', 'rawvideo', 'pipe:1'];
      const { stdoutBytes } = await runProcess(ffmpeg.ffmpegPath, plane, { binary: true });
      const most = stdoutBytes.readUInt16LE(255 * 2);
      const found = Array.from({ length: 256 }, (_, at) => Math.round((stdoutBytes.readUInt16LE(at * 2) * 255) / most));
      const wrong = found.flatMap((level, at) => (level === at ? [] : [`${at} is ${level}`]));
      expect(wrong).toEqual(ffmpeg.versionNumber.libavcodec[0] < 59 ? [] : ['224 is 225']);
    },
  );

  it('makes a GIF with one-bit alpha, whole delays and its loop count', async () => {
    const encoding = encodingPlan({ format: 'gif', gifLoop: 3 });
    const picture = (frame: number) => {
      const shift = frame % 4 === 3 ? frame - 1 : frame;
      return toPng(
        bars(256, 64, [
          [250, 10 + shift, 10, 255],
          [0, 0, 0, 0],
          [0, 0, 255, 120],
          [0, 0, 255, 200],
        ]),
        256,
        64,
      );
    };
    const out = await make({ ffmpeg, encoding, input: 'png', chunks: [20, 10], picture });
    const frames = await decode(bundled, out, 256, 64);
    expect(pixel(frames[0], 256, 48, 32)[3]).toBe(0);
    expect(pixel(frames[9], 256, 80, 32)[3]).toBe(0);
    expect(pixel(frames[0], 256, 112, 32)[3]).toBe(255);
    expectColour(pixel(frames[0], 256, 16, 32), [250, 10, 10, 255], 8);
    const bytes = await readFile(out);
    const at = bytes.indexOf('NETSCAPE2.0');
    expect(bytes.readUInt16LE(at + 13)).toBe(3);
    const length = await runProcess(bundled.ffprobePath, [
      '-v',
      'error',
      '-show_entries',
      'format=duration',
      '-of',
      'csv=p=0',
      out,
    ]);
    expect(Number(length.stdout)).toBeCloseTo(1.01, 2);
  });

  it('writes a png-sequence as RGBA whatever the browser sends', async () => {
    const encoding = encodingPlan({ format: 'png-sequence', width: 40, height: 20 });
    const raw = bars(40, 20, [
      [255, 0, 0, 128],
      [7, 8, 9, 255],
    ]);
    const inputs = [toPng(raw, 40, 20), toPng(raw, 40, 20, 2)];
    const out = await make({
      ffmpeg,
      encoding,
      input: 'png',
      chunks: [1, 1],
      picture: (frame) => inputs[frame] ?? raw,
    });
    const { PNG } = await import('pngjs');
    const first = PNG.sync.read(await readFile(join(out, 'frame_000001.png')));
    const second = await readFile(join(out, 'frame_000002.png'));
    expect(pixel(first.data, 40, 3, 3)).toEqual([255, 0, 0, 128]);
    expect(second[25]).toBe(6);
    expect(pixel(PNG.sync.read(second).data, 40, 36, 3)).toEqual([7, 8, 9, 255]);
  });

  it('codes several frames of a png-sequence at once, of pictures whose memory is used again, and copies those that hold', async () => {
    const encoding = encodingPlan({ format: 'png-sequence', width: 64, height: 36 });
    const out = await mkdtemp(join(tmpdir(), 'ff-sequence-'));
    const encoder = startSegmentEncoder({ ffmpeg, encoding, input: 'rgba', out, firstFrame: 0, frames: 12 });
    const memory = Buffer.alloc(64 * 36 * 4);
    for (let frame = 0; frame < 12; frame += 1) {
      const held = frame % 3 === 2;
      if (!held) memory.fill(frame * 20 + 1);
      await encoder.write(memory, held);
    }
    memory.fill(0);
    await encoder.finish();
    const { PNG } = await import('pngjs');
    const values = await Promise.all(
      Array.from({ length: 12 }, async (_, frame) => {
        const { data } = PNG.sync.read(await readFile(join(out, `frame_${String(frame + 1).padStart(6, '0')}.png`)));
        return new Set(data).size === 1 ? data[0] : null;
      }),
    );
    expect(values).toEqual([1, 21, 21, 61, 81, 81, 121, 141, 141, 181, 201, 201]);
    await rm(out, { recursive: true });
  });

  it('says which frame of a png-sequence could not be written, and leaves none of its files', async () => {
    const encoding = encodingPlan({ format: 'png-sequence', width: 64, height: 36 });
    const out = await mkdtemp(join(tmpdir(), 'ff-sequence-'));
    await mkdir(join(out, 'frame_000002.png'));
    const encoder = startSegmentEncoder({ ffmpeg, encoding, input: 'rgba', out, firstFrame: 0, frames: 2 });
    const picture = Buffer.alloc(64 * 36 * 4);
    await encoder.write(picture);
    await encoder.write(picture);
    await expect(encoder.finish()).rejects.toThrow(/frame_000002\.png/);
    await rmdir(join(out, 'frame_000002.png'));
    await encoder.abort();
    expect(await readdir(out)).toEqual([]);
    await rm(out, { recursive: true });
  });

  it.each(['mp4', 'webm'] as const)('gives the same bytes twice: %s with 2 threads', async (format) => {
    const [width, height] = [160, 90];
    const encoding = encodingPlan({ format, threads: 2, width, height });
    const picture = (frame: number) => {
      const pixels = Buffer.alloc(width * height * 4, 255);
      for (let at = 0; at < pixels.length; at += 1)
        pixels[at] = at % 4 === 3 ? 255 : (at * 7 + frame * 31 + (at >> 9) * frame) & 255;
      return pixels;
    };
    const input = format === 'mp4' ? 'rgb0' : 'rgba';
    const first = await readFile(await make({ ffmpeg, encoding, input, chunks: [4, 2], picture }));
    const second = await readFile(await make({ ffmpeg, encoding, input, chunks: [4, 2], picture }));
    expect(first.equals(second)).toBe(true);
  });

  it('aims at a bitrate', async () => {
    const encoding = encodingPlan({ crf: null, videoBitrate: 100_000, width: 160, height: 90 });
    let seed = 1;
    const picture = () => {
      const pixels = Buffer.alloc(160 * 90 * 4);
      for (let at = 0; at < pixels.length; at += 1) {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
        pixels[at] = (at >> 4) % 3 === 0 ? seed >> 16 : 90;
      }
      return pixels;
    };
    const out = await make({ ffmpeg, encoding, input: 'rgb0', chunks: [45, 45], picture });
    const bits = (await readFile(out)).length * 8;
    expect(bits / 3).toBeGreaterThan(50_000);
    expect(bits / 3).toBeLessThan(200_000);
  });

  it('names the frame and both sizes when an image does not fit the plan', async () => {
    const encoding = encodingPlan({ width: 64, height: 32 });
    const out = join(scratch.path, 'bad.mp4');
    const encoder = startSegmentEncoder({ ffmpeg, encoding, input: 'png', out, firstFrame: 5, frames: 2 });
    await encoder.write(toPng(solid(64, 32, [1, 2, 3, 255]), 64, 32));
    await expect(encoder.write(toPng(solid(32, 32, [1, 2, 3, 255]), 32, 32))).rejects.toMatchObject({
      code: 'ENCODER_FAILED',
      message: 'frame 6 is 32x32; the plan says 64x32',
    });
    await encoder.abort();
  });

  it('reports a killed FFmpeg as ENCODER_FAILED', async () => {
    const encoding = encodingPlan({ width: 64, height: 32 });
    const out = join(scratch.path, 'killed.mp4');
    const encoder = startSegmentEncoder({ ffmpeg, encoding, input: 'rgb0', out, firstFrame: 0, frames: 500 });
    const image = solid(64, 32, [1, 2, 3, 255]);
    await encoder.write(image);
    const pid = ownedGroups()[0]?.pid ?? 0;
    process.kill(pid, 'SIGKILL');
    const writing = (async () => {
      for (let frame = 1; frame < 500; frame += 1) await encoder.write(image);
      await encoder.finish();
    })();
    await expect(writing).rejects.toMatchObject({ code: 'ENCODER_FAILED' });
    await encoder.abort();
  });

  it('stops at an abort and leaves no file', async () => {
    const controller = new AbortController();
    const out = join(scratch.path, 'aborted.mp4');
    const encoding = encodingPlan({ width: 64, height: 32 });
    const encoder = startSegmentEncoder({
      ffmpeg,
      encoding,
      input: 'rgb0',
      out,
      firstFrame: 0,
      frames: 2,
      signal: controller.signal,
    });
    await encoder.write(solid(64, 32, [1, 2, 3, 255]));
    controller.abort();
    await expect(encoder.finish()).rejects.toMatchObject({
      code: expect.stringMatching(/RENDER_CANCELLED|ENCODER_FAILED/),
    });
    await encoder.abort();
    await expect(readFile(out)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('refuses a file with the wrong number of frames', async () => {
    const encoding = encodingPlan({ width: 64, height: 32 });
    const out = await make({
      ffmpeg,
      encoding,
      input: 'rgb0',
      chunks: [4],
      picture: () => solid(64, 32, [1, 2, 3, 255]),
    });
    await expect(verifyOutput({ ffmpeg, path: out, encoding, frames: 5, audio: false })).rejects.toMatchObject({
      code: 'OUTPUT_INVALID',
      message: 'the finished file should hold 5 frames; found 4',
    });
    await expect(verifyOutput({ ffmpeg, path: out, encoding, frames: 4, audio: true })).rejects.toMatchObject({
      code: 'OUTPUT_INVALID',
    });
  });
});
