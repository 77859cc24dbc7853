/** Sources as cameras, phones and editors write them. */
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AudioTrack } from '@framefarm/contract';
import { cutOff, decodePng, extractFrames, type Ffmpeg, mixAudio, probeMedia } from '@framefarm/media';
import { createScratch, ownedGroups, runProcess, type Scratch } from '@framefarm/process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builds, bundled } from './builds.js';

let scratch: Scratch;
beforeEach(async () => {
  scratch = await createScratch(tmpdir(), 'framefarm-source-test-');
});
afterEach(async () => {
  await scratch.remove();
  expect(ownedGroups()).toEqual([]);
});

const H264 = ['-c:v', 'libx264', '-crf', '4', '-preset', 'veryfast', '-pix_fmt', 'yuv420p'];

/** Written by the bundled build, which starts at once, where it is the reading that differs. */
async function make(name: string, args: readonly string[], by = bundled): Promise<string> {
  const file = join(scratch.path, name);
  const result = await runProcess(by.ffmpegPath, ['-nostdin', '-v', 'error', '-y', ...args, file]);
  if (result.exitCode !== 0) throw new Error(result.stderr);
  return file;
}

async function extract(ffmpeg: Ffmpeg, file: string, seconds: number | null) {
  const fps = { num: 25, den: 1 };
  const where = { cacheDir: null, scratchDir: scratch.path };
  return await extractFrames({ ffmpeg, file, mediaStart: 0, seconds, fps, format: 'png', ...where });
}

/** Colour in the middle of each quarter: top left, top right, bottom left, bottom right. */
async function quarters(dir: string, number: number): Promise<string[]> {
  const name = `${String(number).padStart(6, '0')}.png`;
  const { pixels, width, height } = await decodePng(await readFile(join(dir, name)));
  return [0, 1, 2, 3].map((quarter) => {
    const x = Math.floor((quarter % 2 === 0 ? 0.25 : 0.75) * width);
    const y = Math.floor((quarter < 2 ? 0.25 : 0.75) * height);
    const [r = 0, g = 0, b = 0] = pixels.subarray((y * width + x) * 4);
    return `${r > 128 ? 'r' : ''}${g > 128 ? 'g' : ''}${b > 128 ? 'b' : ''}` || 'black';
  });
}

function track(source: string, duration: number): AudioTrack {
  const plain = { mediaStart: 0, rate: 1, loop: false, volume: 1, volumeCurve: null, automation: null, fxChain: null };
  return { elementId: 'a1', source, start: 0, duration, group: null, ...plain };
}

/** A red top left quarter, green top right, blue bottom left, black bottom right; wide. */
const QUARTERS = "geq=r='255*lt(X,W/2)*lt(Y,H/2)':g='255*gte(X,W/2)*lt(Y,H/2)':b='255*lt(X,W/2)*gte(Y,H/2)'";

describe.each(builds)('%s', (_, ffmpeg) => {
  it.each([
    ['a.mp4', ['-c:v', 'mpeg4', '-movflags', '+faststart']],
    ['fragments.mp4', ['-c:v', 'mpeg4', '-movflags', '+frag_keyframe+empty_moov']],
    ['a.mov', ['-c:v', 'mjpeg', '-movflags', '+faststart']],
    ['a.mkv', ['-c:v', 'mpeg4']],
    ['a.webm', ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8']],
    ['a.avi', ['-c:v', 'mjpeg']],
    ['a.wav', ['-vn']],
    ['a.mp3', ['-vn', '-c:a', 'libmp3lame', '-metadata', 'title=a']],
  ])('tells that a file was cut off: %s', async (name, args) => {
    const inputs = ['-f', 'lavfi', '-i', 'testsrc=d=2:s=160x120', '-f', 'lavfi', '-i', 'sine=d=2'];
    const file = await make(name, [...inputs, ...args], ffmpeg);
    expect(await cutOff(file)).toBeNull();
    const bytes = await readFile(file);
    const there = Math.round(bytes.length * 0.7);
    await writeFile(file, bytes.subarray(0, there));
    const cut = await cutOff(file);
    // A fragment that is missing altogether is not known of.
    expect(cut).toEqual({ told: name.startsWith('frag') ? expect.any(Number) : bytes.length, there });
    expect((await probeMedia(ffmpeg, file)).durationSeconds).toBeGreaterThan(1);
  });

  it.each(['a.mp4', 'a.mkv', 'a.ogg', 'a.ts', 'a.aac'])('takes a file that nobody cut for whole: %s', async (name) => {
    const codec = name === 'a.ogg' ? 'libopus' : 'aac';
    const whole = await make(name, ['-f', 'lavfi', '-i', 'sine=d=1', '-c:a', codec], ffmpeg);
    expect(await cutOff(whole)).toBeNull();
  });

  it('reads a transport stream, whose service has a name', async () => {
    const file = await make('named.ts', ['-f', 'lavfi', '-i', 'testsrc=d=1:s=64x48', '-c:v', 'mpeg2video']);
    expect(await probeMedia(ffmpeg, file)).toMatchObject({ video: { codec: 'mpeg2video', width: 64 }, audio: null });
  });

  it.each([
    { degrees: 90, size: [64, 96] },
    { degrees: 180, size: [96, 64] },
    { degrees: 270, size: [64, 96] },
  ])('turns a source whose matrix turns it by $degrees°', async ({ degrees, size: [width, height] }) => {
    const args = ['-f', 'lavfi', '-i', `color=c=black:s=96x64:r=25:d=0.2,format=rgb24,${QUARTERS}`, ...H264];
    const plain = await make('plain.mp4', args);
    const turned = await make('turned.mp4', [...['-i', plain, '-c', 'copy', '-metadata:s:v:0', `rotate=${degrees}`]]);
    const media = await probeMedia(ffmpeg, turned);
    expect(media.video).toMatchObject({ width, height });
    const { dir } = await extract(ffmpeg, turned, 0.1);
    const { width: w, height: h } = await decodePng(await readFile(join(dir, '000001.png')));
    expect([w, h]).toEqual([width, height]);
    // The matrix that FFmpeg writes for its tag turns against the clock.
    const turns = { 90: ['g', 'black', 'r', 'b'], 180: ['black', 'b', 'g', 'r'], 270: ['b', 'r', 'black', 'g'] };
    expect(await quarters(dir, 1)).toEqual(turns[degrees as 90 | 180 | 270]);
  });

  it('reads a source whose lyrics are longer than a book', async () => {
    const notes = join(scratch.path, 'notes.txt');
    await writeFile(notes, `;FFMETADATA1\ncomment=${'la '.repeat(150_000)}\n`);
    const sound = ['-f', 'lavfi', '-i', 'sine=frequency=1000:duration=1', '-i', notes, '-map_metadata', '1'];
    const media = await probeMedia(ffmpeg, await make('song.flac', sound));
    expect(media).toMatchObject({ durationSeconds: 1, audio: { codec: 'flac', channels: 1 }, video: null });
  });

  it('reads chapters, strange tags, a cover and several streams without being led astray', async () => {
    const notes = join(scratch.path, 'notes.txt');
    await writeFile(
      notes,
      [
        ';FFMETADATA1',
        'title=one\\',
        'two \\= three; "four" \\# ünïcödé 🎬 $(id) %d',
        'rotate=90',
        'duration=9999',
        '[CHAPTER]',
        'TIMEBASE=1/1000',
        'START=0',
        'END=500',
        'title=frame= 1 progress=end',
        '',
      ].join('\n'),
    );
    const picture = ['-f', 'lavfi', '-i', 'color=c=red:s=96x64:r=25:d=1'];
    const sound = ['-f', 'lavfi', '-i', 'sine=frequency=1000:duration=1'];
    const file = await make('strange name "%03d" [x].mkv', [
      ...picture,
      ...sound,
      ...['-i', notes, '-map_metadata', '2', '-map_chapters', '2', '-map', '0:v', '-map', '1:a', '-map', '1:a'],
      ...[...H264, '-c:a', 'aac'],
    ]);
    const media = await probeMedia(ffmpeg, file);
    expect(media.durationSeconds).toBeCloseTo(1, 1);
    expect(media).toMatchObject({ video: { width: 96, height: 64 }, audio: { codec: 'aac', channels: 1 } });
    const { dir, count } = await extract(ffmpeg, file, 0.4);
    expect(count).toBe(10);
    expect(await quarters(dir, 10)).toEqual(['r', 'r', 'r', 'r']);

    const cover = await make('cover.png', ['-f', 'lavfi', '-i', 'color=c=blue:s=32x32:d=0.04:r=25']);
    const song = await make('song.mp3', [
      ...[...sound, '-i', cover, '-map', '0:a', '-map', '1:v', '-c:v', 'copy', '-disposition:v:0', 'attached_pic'],
    ]);
    expect(await probeMedia(ffmpeg, song)).toMatchObject({ video: null, audio: { codec: 'mp3' } });
    await expect(extract(ffmpeg, song, 0.1)).rejects.toMatchObject({ code: 'VIDEO_SOURCE_UNRENDERABLE' });
  });

  it.each([
    { pictures: 1, sound: 2 },
    { pictures: 2, sound: 1 },
  ])('takes a source with $pictures s of pictures and $sound s of sound', async ({ pictures, sound }) => {
    const lit = `color=c=black:s=32x32:r=25:d=${pictures},geq=lum='16+4*N':cb=128:cr=128`;
    const file = await make('uneven.mp4', [
      ...['-f', 'lavfi', '-i', lit, '-f', 'lavfi', '-i', `aevalsrc=0.2*sin(2*PI*1000*t):s=48000:d=${sound}`],
      ...[...H264, '-c:a', 'aac'],
    ]);
    expect((await probeMedia(ffmpeg, file)).durationSeconds).toBeCloseTo(2, 1);
    const { dir, count } = await extract(ffmpeg, file, 3);
    expect(count).toBeGreaterThanOrEqual(pictures * 25);
    const level = async (number: number) => {
      const { pixels } = await decodePng(await readFile(join(dir, `${String(number).padStart(6, '0')}.png`)));
      return Math.round(((pixels[0] ?? 0) * 219) / 255 / 4);
    };
    expect(await level(1)).toBe(0);
    expect(await level(pictures * 25)).toBe(pictures * 25 - 1);
    // What may follow is the last picture, held.
    expect(await level(count)).toBe(pictures * 25 - 1);

    const out = join(scratch.path, 'mix.m4a');
    const plan = { tracks: [track(file, 2)], groups: [], compositionSeconds: 2, startSeconds: 0, durationSeconds: 2 };
    await mixAudio({ ffmpeg, plan, resolve: (source) => source, out, codec: 'aac' });
    const args = ['-nostdin', '-v', 'error', '-i', out, '-f', 'f32le', '-ac', '1', '-ar', '48000', 'pipe:1'];
    const { stdoutBytes } = await runProcess(ffmpeg.ffmpegPath, args, { binary: true });
    const samples = new Float32Array(Uint8Array.from(stdoutBytes).buffer);
    const peak = (from: number, to: number) =>
      samples.subarray(from * 48_000, to * 48_000).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    expect(peak(0.2, 0.8)).toBeGreaterThan(0.15);
    if (sound === 1) expect(peak(1.2, 1.8)).toBeLessThan(0.001);
    else expect(peak(1.2, 1.8)).toBeGreaterThan(0.15);
  });
});

it('looks once into a file that several tracks share', async () => {
  const file = await make('shared.wav', ['-f', 'lavfi', '-i', 'sine=duration=0.5']);
  const log = join(scratch.path, 'looks');
  const ffprobePath = join(scratch.path, 'ffprobe');
  await writeFile(ffprobePath, `#!/bin/sh\necho look >> "${log}"\nexec "${bundled.ffprobePath}" "$@"\n`);
  await chmod(ffprobePath, 0o755);
  const tracks = [track(file, 0.2), track(file, 0.3), track(file, 0.5)];
  const plan = { tracks, groups: [], compositionSeconds: 0.5, startSeconds: 0, durationSeconds: 0.5 };
  const out = join(scratch.path, 'mix.m4a');
  const counted = { ...bundled, ffprobePath };
  const { tracks: mixed } = await mixAudio({ ffmpeg: counted, plan, resolve: (source) => source, out, codec: 'aac' });
  expect(mixed).toBe(3);
  expect(await readFile(log, 'utf8')).toBe('look\n');
});
