/** What is found when a finished mp4 or mov is read back, and that it takes no FFmpeg (docs/decisions/joining-in-process.md). */
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EncodingPlan, FramefarmError } from '@framefarm/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { joinMovie } from '../../../libs/media/src/assemble/join-movie.js';
import type { Ffmpeg } from '../../../libs/media/src/ffmpeg/find.js';
import { sequencePicture } from '../../../libs/media/src/h264/sequence-picture.js';
import { verifyOutput } from '../../../libs/media/src/verify/verify.js';
import { scratchDirectory } from '../../support/projects/project.js';
import { encodingPlan as plan } from '../../support/renders/encoding-plan.js';
import { chunk, ENTRIES, type HandMade, picture, proresFrame, sound, writeHandMade } from './hand-made.js';

/** Programs that are nowhere. */
const NONE = { ffmpegPath: '/nowhere/ffmpeg', ffprobePath: '/nowhere/ffprobe' } as Ffmpeg;
const MOV = plan({ format: 'mov' });

let directory: string;
beforeEach(() => {
  directory = scratchDirectory();
});

/** One chunk joined with sound or without. */
async function output(made: HandMade, heard: HandMade | null = null, encoding: EncodingPlan = plan()): Promise<string> {
  const path = await writeHandMade(join(directory, 'segment.mp4'), made);
  const audio = heard === null ? null : await writeHandMade(join(directory, 'sound.m4a'), heard);
  const out = join(directory, 'out.mp4');
  await joinMovie({ encoding, segments: [{ path, firstFrame: 0, frames: made.samples.length }], audio, out });
  return out;
}

const verify = (path: string, { frames = 35, audio = false, encoding = plan() } = {}) =>
  verifyOutput({ ffmpeg: NONE, path, encoding, frames, audio });

const mov = (samples: readonly Uint8Array[]): HandMade => ({
  entry: ENTRIES.prores,
  kind: 'vide',
  clock: 15_360,
  ticks: 512,
  samples,
});

describe('a finished file', () => {
  it('that is right is described', async () => {
    const path = await output(chunk(0, 35), sound(56));
    expect(await verify(path, { audio: true })).toEqual({
      media: {
        durationSeconds: 1.173333,
        video: {
          codec: 'h264',
          width: 256,
          height: 64,
          fps: { num: 30, den: 1 },
          pixelFormat: 'yuv420p',
          alpha: false,
          bitDepth: 8,
          transfer: 'bt709',
        },
        audio: { codec: 'aac', sampleRate: 48_000, channels: 2 },
      },
      frames: 35,
      durationSeconds: 1.166667,
      width: 256,
      height: 64,
      sizeBytes: (await readFile(path)).length,
    });
  });

  it('of ProRes has alpha in each frame', async () => {
    const frames = [0, 1, 2].map((number) => proresFrame(number));
    const { media } = await verify(await output(mov(frames), null, MOV), { frames: 3, encoding: MOV });
    expect(media?.video).toMatchObject({
      codec: 'prores',
      alpha: true,
      pixelFormat: 'yuva444p12le',
      transfer: 'bt709',
    });
    const without = await output(mov([proresFrame(0), proresFrame(1, 0), proresFrame(2)]), null, MOV);
    await expect(verify(without, { frames: 3, encoding: MOV })).rejects.toMatchObject({
      code: 'ALPHA_NOT_ENCODED',
      message: 'the mov file should hold an alpha plane; frame 1 has none',
    });
  });
});

describe('what is missing is told', () => {
  const found = async (work: Promise<unknown>): Promise<unknown> => {
    const error = await work.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof FramefarmError) || error.code !== 'OUTPUT_INVALID') throw error;
    return error.details.found;
  };

  it.each([
    ['a frame', { frames: 36 }, '35'],
    ['the sound', { audio: true }, 'video'],
    ['pixels', { encoding: plan({ width: 258 }) }, '256x64'],
    ['time', { encoding: plan({ fps: { num: 25, den: 1 } }) }, '1.166667 s'],
    ['its codec', { encoding: MOV }, 'h264'],
  ])('%s', async (_, expected, what) => {
    expect(await found(verify(await output(chunk(0, 35)), expected))).toBe(what);
  });

  it('sound that should not be there, or is short', async () => {
    expect(await found(verify(await output(chunk(0, 35), sound(56))))).toBe('video + audio');
    expect(await found(verify(await output(chunk(0, 35), sound(50)), { audio: true }))).toBe('1.045333 s');
  });

  it('the end of the file', async () => {
    const path = await output(chunk(0, 35), sound(56));
    const { length } = await readFile(path);
    await truncate(path, length - 1);
    expect(await found(verify(path, { audio: true }))).toBe('box mdat is not whole');
    await truncate(path, 0);
    expect(await found(verify(path))).toBe('an empty file');
    expect(await found(verify(join(directory, 'none.mp4')))).toBe('nothing');
  });

  it('a whole unit in a sample, and a picture', async () => {
    const path = await output(chunk(0, 35));
    const bytes = await readFile(path);
    const at = bytes.indexOf('mdat') + 4;
    const damaged = async (change: (media: Buffer) => void): Promise<unknown> => {
      const copy = Buffer.from(bytes);
      change(copy.subarray(at));
      await writeFile(path, copy);
      return await found(verify(path));
    };
    // The first unit is two bytes long.
    expect(await damaged((media) => media.writeUInt32BE(3))).toMatch(/is not made of whole units|empty unit/);
    expect(await damaged((media) => media.writeUInt32BE(0))).toBe('a sample holds an empty unit');
    expect(await damaged((media) => media.writeUInt8(0x06, 10))).toBe('sample 1 holds no picture');
    expect(await damaged((media) => media.writeUInt8(0x41, 10))).toBe(
      'sample 1 is not a key picture, against the table',
    );
  });

  it('a key picture at the start', async () => {
    const samples = [picture(0), picture(1, true)];
    const path = await output(chunk(0, 2, { samples, keys: [2] }));
    expect(await found(verify(path, { frames: 2 }))).toBe('the first picture is no key picture');
  });

  it('a frame of ProRes', async () => {
    const path = await output(mov([proresFrame(0), Buffer.alloc(40)]), null, MOV);
    expect(await found(verify(path, { frames: 2, encoding: MOV }))).toBe('a picture is no frame of ProRes');
    const short = proresFrame(1);
    short.writeUInt32BE(39);
    const odd = await output(mov([proresFrame(0), short]), null, MOV);
    expect(await found(verify(odd, { frames: 2, encoding: MOV }))).toBe('sample 2 is not one frame like the first');
  });
});

it('the size that is shown leaves out what fills the last blocks', () => {
  // 1920 × 1080 by x264: 1088 lines are coded.
  const set = Buffer.from('67640028acb200f0044fcb80b501010140000003004000000c83c60c92', 'hex');
  expect(sequencePicture(set)).toEqual({ width: 1920, height: 1080, bitDepth: 8, fullRange: false, transfer: 1 });
});
