import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AudioGroup, AudioTrack } from '@framefarm/contract';
import {
  type AudioCodec,
  assembleOutput,
  type Ffmpeg,
  type MixResult,
  mixAudio,
  segmentName,
  startSegmentEncoder,
  verifyOutput,
} from '@framefarm/media';
import { createScratch, ownedGroups, runProcess, type Scratch } from '@framefarm/process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { encodingPlan } from '../support/renders/encoding-plan.js';
import { builds, bundled, casesOf } from './builds.js';
import { solid } from './pictures.js';

let scratch: Scratch;
beforeEach(async () => {
  scratch = await createScratch(tmpdir(), 'framefarm-mix-test-');
});
afterEach(async () => {
  await scratch.remove();
  expect(ownedGroups()).toEqual([]);
});

/** Sources that are alike are made once for the whole file, by the bundled build: a path by the arguments that it was made with. */
const made = new Map<string, Promise<string>>();
let sources: Scratch;
beforeAll(async () => {
  sources = await createScratch(tmpdir(), 'framefarm-mix-sources-');
});
afterAll(() => sources.remove());

/** A source called `name` of FFmpeg's inputs and codecs. */
function source(name: string, args: readonly string[]): Promise<string> {
  const key = [name, ...args].join(' ');
  const known = made.get(key) ?? makeSource(join(sources.path, `${made.size}-${name}`), args);
  made.set(key, known);
  return known;
}

async function makeSource(file: string, args: readonly string[]): Promise<string> {
  const result = await runProcess(bundled.ffmpegPath, ['-nostdin', '-v', 'error', '-y', ...args, file]);
  if (result.exitCode !== 0) throw new Error(result.stderr);
  return file;
}

/** A sound by its expression. */
const sounding = (name: string, expression: string, seconds: number): Promise<string> =>
  source(name, ['-f', 'lavfi', '-i', `aevalsrc=exprs='${expression}':s=48000:d=${seconds}`]);

/** A 1 kHz sine of amplitude 0.2 (RMS 0.1414), unless told otherwise. */
function tone(
  name: string,
  { seconds = 2, amplitude = 0.2, channels = 2, hertz = 1000, rate = 48000 } = {},
): Promise<string> {
  const sine = `${amplitude}*sin(2*PI*${hertz}*t)`;
  const exprs = Array(channels).fill(sine).join('|');
  return source(name, ['-f', 'lavfi', '-i', `aevalsrc=exprs=${exprs}:s=${rate}:d=${seconds}`]);
}

function track(source: string, overrides: Partial<AudioTrack> = {}): AudioTrack {
  return {
    elementId: 'a1',
    source,
    start: 0,
    duration: 2,
    mediaStart: 0,
    rate: 1,
    loop: false,
    volume: 1,
    volumeCurve: null,
    automation: null,
    fxChain: null,
    group: null,
    ...overrides,
  };
}

interface Mixed extends MixResult {
  readonly left: Float32Array;
  readonly right: Float32Array;
  readonly path: string;
}

async function mix(
  ffmpeg: Ffmpeg,
  tracks: readonly AudioTrack[],
  { seconds = 2, groups = [] as AudioGroup[], codec = 'aac' as AudioCodec } = {},
): Promise<Mixed> {
  const path = join(scratch.path, { aac: 'mix.m4a', opus: 'mix.webm', adts: 'mix.aac' }[codec]);
  const plan = { tracks, groups, compositionSeconds: seconds, startSeconds: 0, durationSeconds: seconds };
  const result = await mixAudio({ ffmpeg, plan, resolve: (source) => source, out: path, codec });
  return { ...result, path, ...(await samplesOf(path)) };
}

async function samplesOf(path: string): Promise<{ left: Float32Array; right: Float32Array }> {
  const args = [
    '-nostdin',
    '-v',
    'error',
    '-i',
    path,
    '-map',
    '0:a',
    '-f',
    'f32le',
    '-ar',
    '48000',
    '-ac',
    '2',
    'pipe:1',
  ];
  const { stdoutBytes } = await runProcess(bundled.ffmpegPath, args, { binary: true });
  const all = new Float32Array(new Uint8Array(stdoutBytes).buffer);
  const pick = (channel: number): Float32Array => {
    const side = new Float32Array(all.length / 2);
    for (let at = 0; at < side.length; at += 1) side[at] = all[at * 2 + channel] ?? 0;
    return side;
  };
  return { left: pick(0), right: pick(1) };
}

function rms(samples: Float32Array, from: number, to: number): number {
  const part = samples.subarray(Math.round(from * 48000), Math.round(to * 48000));
  let sum = 0;
  for (const value of part) sum += value * value;
  return Math.sqrt(sum / part.length);
}

const RMS = 0.2 / Math.SQRT2;

describe.each(builds)('%s', (_, ffmpeg) => {
  it.each([
    ['webm', 'libopus'],
    ['ogg', 'libvorbis'],
    ['mka', 'libvorbis'],
    ['mp3', 'libmp3lame'],
  ])('begins what %s holds of %s at its own time', async (container, codec) => {
    const late = `aevalsrc=exprs='0.5*sin(2*PI*3000*t)*gte(t,0.2)':s=48000:d=1`;
    const file = await source(`late.${container}`, ['-f', 'lavfi', '-i', late, '-c:a', codec]);
    const { left } = await mix(ffmpeg, [track(file, { duration: 1 })], { seconds: 1, codec: 'opus' });
    const first = left.findIndex((value) => Math.abs(value) > 0.1);
    expect(Math.abs(first - 9600)).toBeLessThan(48);
  });

  it('copies mono to both sides at unit gain', async () => {
    const mono = await tone('mono.wav', { channels: 1, rate: 44100 });
    const { left, right } = await mix(ffmpeg, [track(mono)]);
    expect(rms(left, 0.2, 1.8)).toBeCloseTo(RMS, 2);
    expect(rms(right, 0.2, 1.8) / RMS).toBeCloseTo(1, 1);
  });

  it('starts within the source at mediaStart, also in MP3 and AAC', async () => {
    for (const name of casesOf(ffmpeg, ['step.m4a', 'step.mp3'], ['step.wav'])) {
      const file = await sounding(name, 'if(lt(t,1.5),0,0.2*sin(2*PI*1000*t))', 2);
      const { left } = await mix(ffmpeg, [track(file, { mediaStart: 1, duration: 1 })], { seconds: 1 });
      const first = left.findIndex((value) => Math.abs(value) > 0.1);
      expect(Math.abs(first / 48000 - 0.5), name).toBeLessThan(0.003);
    }
  });

  it('counts the sound of an MPEG stream from the start of the file, where its pictures begin', async () => {
    const pictures = ['-f', 'lavfi', '-i', 'color=s=64x48:r=30:d=2'];
    const late = ['-itsoffset', '0.5', '-f', 'lavfi', '-i', 'sine=d=1'];
    const file = await source('late.mpg', [...pictures, ...late, '-c:v', 'mpeg2video', '-c:a', 'mp2']);
    const { left } = await mix(ffmpeg, [track(file)]);
    expect(rms(left, 0.05, 0.45)).toBeLessThan(0.001);
    expect(rms(left, 0.55, 1.4)).toBeGreaterThan(0.05);
  });

  it.each(casesOf<[string, number]>(ffmpeg, [['longer', 0.8]], [['shorter', 0.4]]))(
    'wraps the sound of a looping video with its pictures, which last %s',
    async (_what, pictures) => {
      const beat = "aevalsrc=exprs='if(lt(t,0.1),0.2*sin(2*PI*1000*t),0)':s=48000:d=0.5";
      const inputs = ['-f', 'lavfi', '-i', `color=s=32x32:r=25:d=${pictures}`, '-f', 'lavfi', '-i', beat];
      const file = await source('clip.mkv', [...inputs, '-c:v', 'libx264', '-c:a', 'pcm_s16le']);
      const pass = Math.max(0.5, pictures);
      const { left } = await mix(ffmpeg, [track(file, { loop: true, duration: 1.95 })]);
      for (const at of [0, pass, 2 * pass]) expect(rms(left, at + 0.02, at + 0.08) / RMS).toBeCloseTo(1, 1);
      expect(rms(left, 0.2, pass - 0.01)).toBeLessThan(0.002);
      expect(rms(left, pass + 0.2, 2 * pass - 0.01)).toBeLessThan(0.002);
    },
  );

  it.each([
    { format: 'mp4', codec: 'aac' },
    { format: 'mov', codec: 'aac' },
    { format: 'webm', codec: 'opus' },
  ] as const)('muxes sound into $format at its place and length', async ({ format, codec }) => {
    const file = await sounding('click.wav', 'if(gte(t,0.5),0.5*sin(2*PI*1000*t),0)', 2);
    const fps = { num: 30000, den: 1001 };
    const encoding = encodingPlan({ format, fps, width: 64, height: 32 });
    const frames = 45;
    const { path: audio } = await mix(ffmpeg, [track(file)], { seconds: (frames * 1001) / 30000, codec });
    const path = join(scratch.path, segmentName(encoding, 0));
    const encoder = startSegmentEncoder({ ffmpeg, encoding, input: 'rgba', out: path, firstFrame: 0, frames });
    for (let frame = 0; frame < frames; frame += 1) await encoder.write(solid(64, 32, [9, 9, 9, 255]));
    await encoder.finish();
    const out = join(scratch.path, `out.${format}`);
    await assembleOutput({
      ffmpeg,
      encoding,
      segments: [{ path, firstFrame: 0, frames }],
      audio,
      out,
      scratchDir: scratch.path,
    });
    const verified = await verifyOutput({ ffmpeg, path: out, encoding, frames, audio: true });
    expect(verified.media?.audio).toMatchObject({ codec, sampleRate: 48000, channels: 2 });
    const { left } = await samplesOf(out);
    expect(Math.abs(left.findIndex((value) => Math.abs(value) > 0.25) / 48000 - 0.5)).toBeLessThan(0.003);
    expect(Math.abs(left.length / 48000 - 1.5015)).toBeLessThan(0.022);
    // A strict reader finds nothing to complain of.
    const strict = ['-nostdin', '-v', 'warning', '-xerror', '-err_detect', 'explode'];
    expect((await runProcess(ffmpeg.ffmpegPath, [...strict, '-i', out, '-f', 'null', '-'])).stderr).toBe('');
    if (format === 'webm') return;
    // What the encoder needs to begin comes before, and the end is exact.
    const entries = ['-select_streams', 'a', '-show_entries', 'packet=pts,duration', '-of', 'csv=p=0', out];
    const { stdout } = await runProcess(ffmpeg.ffprobePath, ['-v', 'error', ...entries]);
    const packets = [...stdout.matchAll(/^(-?\d+),(\d+)/gm)].map(([, pts, length]) => [Number(pts), Number(length)]);
    expect(packets[0]).toEqual([-1024, 1024]);
    expect((packets.at(-1) ?? []).reduce((sum, ticks) => sum + ticks, 0)).toBe(72_072);
  });

  it('makes an ADTS file for a png-sequence', async () => {
    const { path } = await mix(ffmpeg, [track(await tone('a.wav'))], { codec: 'adts' });
    const bytes = await readFile(path);
    expect(bytes.readUInt16BE(0) & 0xfff0).toBe(0xfff0);
  });

  it('is silence of the right length where a part has no sound', async () => {
    const file = await tone('a.wav');
    const out = join(scratch.path, 'part.m4a');
    const tracks = [track(file, { duration: 0.5 }), track(file, { start: 2, duration: 1 })];
    const plan = { tracks, groups: [], compositionSeconds: 3, startSeconds: 1, durationSeconds: 0.5 };
    const result = await mixAudio({ ffmpeg, plan, resolve: (source) => source, out, codec: 'aac' });
    expect(result).toMatchObject({ samples: 24000, tracks: 2 });
    const { left } = await samplesOf(out);
    expect(left.length).toBeGreaterThanOrEqual(24000);
    expect(rms(left, 0, 0.5)).toBeLessThan(1e-4);
  });

  it('fails when a source is no sound', async () => {
    await expect(mix(ffmpeg, [track(join(scratch.path, 'none.wav'))])).rejects.toMatchObject({
      code: 'NOT_MEDIA_PAYLOAD',
    });
  });
});

/**
 * Places, loops, gains, ramps, effects and the sum are no work of FFmpeg (docs/decisions/sound-is-mixed-in-process.md), nor is another
 * tempo (docs/decisions/tempo-is-changed-in-process.md): one build shows them.
 */
describe('what is computed here', () => {
  const ffmpeg = bundled;

  it('stops at an abort in the middle, and leaves neither a process nor a file', async () => {
    const file = await tone('long.wav', { seconds: 20 });
    const out = join(scratch.path, 'mix.m4a');
    const fxChain = JSON.stringify({ version: 1, nodes: [{ type: 'reverb' }] });
    const plan = {
      tracks: [track(file, { duration: 20, fxChain }), track(file, { duration: 20, loop: true })],
      groups: [],
      compositionSeconds: 20,
      startSeconds: 0,
      durationSeconds: 20,
    };
    const cancel = new AbortController();
    const done: number[] = [];
    const mixed = mixAudio({
      ...{ ffmpeg, plan, out, codec: 'aac', signal: cancel.signal },
      resolve: (source) => source,
      onProgress: (share) => {
        done.push(share);
        if (done.length === 5) cancel.abort();
      },
    });
    await expect(mixed).rejects.toMatchObject({ code: 'RENDER_CANCELLED' });
    expect(Math.max(...done)).toBeLessThan(0.5);
    expect(await readdir(scratch.path)).toEqual([]);
  });

  it('scales by the volume', async () => {
    // Quiet, because the AAC encoder of 2018 distorts pure tones near full scale.
    const file = await tone('a.wav', { amplitude: 0.05 });
    const factors = [
      [0.5, 0.5],
      [2, 2],
      [10, 3.981],
    ] as const;
    const tracks = factors.map(([volume], index) => track(file, { volume, start: index * 0.6, duration: 0.6 }));
    const { left } = await mix(ffmpeg, tracks);
    for (const [index, [volume, factor]] of factors.entries()) {
      const heard = rms(left, index * 0.6 + 0.1, index * 0.6 + 0.5);
      expect(heard / ((RMS / 4) * factor), `volume ${volume}`).toBeCloseTo(1, 2);
    }
  });

  it('places, cuts and pads: silence before the start and after a short source', async () => {
    const file = await tone('short.wav', { seconds: 0.5 });
    const { left } = await mix(ffmpeg, [track(file, { start: 1, duration: 5 })], { seconds: 3 });
    expect(rms(left, 0, 0.95)).toBeLessThan(0.001);
    expect(rms(left, 1.05, 1.45) / RMS).toBeCloseTo(1, 1);
    expect(rms(left, 1.6, 2.9)).toBeLessThan(0.001);
  });

  it.each([0.25, 0.7, 1.5, 4])('plays at rate %f and keeps the pitch', async (rate) => {
    const seconds = rate < 1 ? 1 : 4;
    const file = await tone('a.wav', { seconds });
    const length = seconds / rate;
    const { left } = await mix(ffmpeg, [track(file, { rate, duration: length })], { seconds: length + 0.5 });
    const [from, to] = [0.2, length - 0.2];
    let crossings = 0;
    for (let at = Math.round(from * 48000); at < to * 48000; at += 1) {
      if ((left[at] ?? 0) < 0 && (left[at + 1] ?? 0) >= 0) crossings += 1;
    }
    expect(Math.abs(crossings / (to - from) - 1000)).toBeLessThan(15);
    expect(rms(left, length + 0.1, length + 0.4)).toBeLessThan(0.005);
  });

  it('wraps a loop inside its slot', async () => {
    const file = await sounding('beat.wav', 'if(lt(t,0.1),0.2*sin(2*PI*1000*t),0)', 0.5);
    const { left } = await mix(ffmpeg, [track(file, { loop: true, duration: 1.8 })]);
    for (const beat of [0, 0.5, 1, 1.5]) expect(rms(left, beat + 0.02, beat + 0.08) / RMS).toBeCloseTo(1, 1);
    for (const gap of [0.2, 0.7, 1.2, 1.7, 1.9]) expect(rms(left, gap, gap + 0.09)).toBeLessThan(0.002);
  });

  it('goes on in a loop whose head is cut as if it had been heard from its beginning', async () => {
    const file = await sounding('beat.wav', 'if(lt(t,0.1),0.2*sin(2*PI*1000*t),0)', 0.5);
    // Longer than the source, and to the middle of a pass: beats come 0.3 s into the slot, then every half a second.
    const { left } = await mix(ffmpeg, [track(file, { loop: true, passed: 1.2, duration: 1.9 })]);
    for (const beat of [0.3, 0.8, 1.3, 1.8]) expect(rms(left, beat + 0.02, beat + 0.08) / RMS).toBeCloseTo(1, 1);
    for (const gap of [0.02, 0.5, 1, 1.5]) expect(rms(left, gap, gap + 0.2)).toBeLessThan(0.002);
  });

  it('sums twenty equal tracks without normalisation, also after all but one have ended', async () => {
    const file = await tone('a.wav', { amplitude: 0.01 });
    const tracks = Array.from({ length: 20 }, (_, index) => track(file, { duration: index === 0 ? 2 : 1 }));
    const { left } = await mix(ffmpeg, tracks);
    const one = 0.01 / Math.SQRT2;
    expect(Math.abs(rms(left, 0.2, 0.9) / (one * 20) - 1)).toBeLessThan(0.01);
    expect(rms(left, 1.1, 1.9) / one).toBeCloseTo(1, 1);
  });

  it('shortens fades that do not fit side by side, both alike', async () => {
    const file = await tone('a.wav');
    const { left } = await mix(ffmpeg, [track(file, { fadeIn: 3, fadeOut: 1 })]);
    // They meet after 1.5 of the 2 seconds.
    for (const [at, gain] of [
      [0.75, 0.5],
      [1.2, 0.8],
      [1.75, 0.5],
    ] as const) {
      expect(rms(left, at - 0.02, at + 0.02) / (RMS * gain)).toBeCloseTo(1, 1);
    }
  });

  it('follows a volume curve within 1 %, and a volume lane before a curve', async () => {
    const file = await tone('a.wav');
    const volumeCurve = [
      { t: 0, v: 0 },
      { t: 2, v: 1 },
    ];
    const fade = await mix(ffmpeg, [track(file, { volumeCurve })]);
    for (const at of [0.5, 1, 1.5, 1.9]) {
      expect(rms(fade.left, at - 0.02, at + 0.02) / (RMS * (at / 2))).toBeGreaterThan(0.99);
      expect(rms(fade.left, at - 0.02, at + 0.02) / (RMS * (at / 2))).toBeLessThan(1.01);
    }
    const points = [
      { t: 0, v: 1 },
      { t: 1, v: 0.5 },
    ];
    const automation = JSON.stringify({ version: 1, lanes: [{ target: 'volume', points }] });
    const lane = await mix(ffmpeg, [track(file, { volumeCurve, automation })]);
    expect(rms(lane.left, 0.48, 0.52) / (RMS * 0.75)).toBeCloseTo(1, 1);
    expect(rms(lane.left, 1.2, 1.9) / (RMS * 0.5)).toBeCloseTo(1, 2);
  });

  it('puts tracks through their group', async () => {
    const file = await tone('a.wav');
    const automation = JSON.stringify({
      version: 1,
      lanes: [
        {
          target: 'volume',
          points: [
            { t: 0, v: 1 },
            { t: 2, v: 0 },
          ],
        },
      ],
    });
    const groups = [{ id: 'music', volume: 1, automation, fxChain: null }];
    const { left } = await mix(ffmpeg, [track(file, { group: 'music', start: 1, duration: 1 })], { groups });
    expect(rms(left, 1.48, 1.52) / (RMS * 0.25)).toBeCloseTo(1, 1);
  });

  it('renders filters and gain of a chain, lets echoes ring on, and refuses what it does not know', async () => {
    const low = await tone('low.wav', { hertz: 100 });
    const chain = (nodes: object[]) => JSON.stringify({ version: 1, nodes });
    const cut = await mix(ffmpeg, [
      track(low, { fxChain: chain([{ type: 'highpass', params: { frequency: 1000 } }]) }),
    ]);
    expect(20 * Math.log10(rms(cut.left, 0.5, 1.5) / RMS)).toBeLessThan(-35);
    const gain = await mix(ffmpeg, [track(low, { fxChain: chain([{ type: 'gain', params: { gain: -6.0206 } }]) })]);
    expect(rms(gain.left, 0.2, 1.8) / (RMS / 2)).toBeCloseTo(1, 2);
    const echo = await mix(ffmpeg, [
      track(low, { duration: 0.5, fxChain: chain([{ type: 'delay', params: { time: 1000, mix: 0.5 } }]) }),
    ]);
    expect(rms(echo.left, 0.6, 0.9)).toBeLessThan(0.002);
    expect(rms(echo.left, 1.1, 1.4) / (RMS * 0.5)).toBeCloseTo(1, 1);
    await expect(mix(ffmpeg, [track(low, { fxChain: chain([{ type: 'sparkle' }]) })])).rejects.toMatchObject({
      code: 'AUDIO_FX_INVALID',
    });
    await expect(mix(ffmpeg, [track(low, { fxChain: 'no json' })])).rejects.toMatchObject({ code: 'AUDIO_FX_INVALID' });
  });

  it('keeps sounds in their place when effects look ahead, in a track, a group and before the render', async () => {
    const file = await sounding('step.wav', 'if(lt(t,0.5),0,0.2*sin(2*PI*1000*t))', 2);
    const nodes = [
      { type: 'limiter', params: { attack: 80 } },
      { type: 'reverb', params: { wet: 0, dry: 1, size: 0.1 } },
    ];
    const fxChain = JSON.stringify({ version: 1, nodes });
    const groups = [{ id: 'music', volume: 1, automation: null, fxChain }];
    const onset = async (overrides: Partial<AudioTrack>): Promise<number> => {
      const { left } = await mix(ffmpeg, [track(file, overrides)], { groups, seconds: 1.5 });
      expect(rms(left, 1.2, 1.4) / RMS).toBeCloseTo(1, 1);
      return left.findIndex((value) => Math.abs(value) > 0.1) / 48000;
    };
    expect(Math.abs((await onset({ fxChain, start: 0.3 })) - 0.8)).toBeLessThan(0.003);
    expect(Math.abs((await onset({ fxChain, start: 0.3, group: 'music' })) - 0.8)).toBeLessThan(0.003);
    expect(Math.abs((await onset({ fxChain, start: -0.1 })) - 0.4)).toBeLessThan(0.003);
  });

  it('lets a room ring on to the end', async () => {
    const low = await tone('low.wav', { hertz: 200, seconds: 0.3 });
    const nodes = [{ type: 'reverb', params: { size: 1, wet: 1 } }];
    const tracks = [track(low, { duration: 0.3, fxChain: JSON.stringify({ version: 1, nodes }) })];
    const first = await mix(ffmpeg, tracks, { seconds: 3 });
    expect(rms(first.left, 1, 1.2)).toBeGreaterThan(0.002);
    expect(rms(first.left, 2, 2.9)).toBeGreaterThan(0.0001);
    expect(rms(first.left, 2, 2.9)).toBeLessThan(rms(first.left, 1, 1.2) / 5);
  });

  it('cuts a part out of the whole to the sample, ramps, echoes and groups in their places', async () => {
    const file = await tone('a.wav', { seconds: 3 });
    const delay = JSON.stringify({
      version: 1,
      nodes: [{ type: 'delay', params: { time: 400, feedback: 0.5, mix: 0.5 } }],
    });
    const ramp = [
      { t: 0, v: 0 },
      { t: 3, v: 1 },
    ];
    const tracks = [
      track(file, { duration: 3, volumeCurve: ramp }),
      track(file, { duration: 0.9, fxChain: delay, group: 'music' }),
      track(file, { start: 0.2, duration: 0.5 }),
      track(file, { start: 2, duration: 1, rate: 1.5, loop: true }),
    ];
    const groups = [{ id: 'music', volume: 0.7, automation: null, fxChain: null }];
    const mixOf = async (name: string, startSeconds: number, durationSeconds: number) => {
      const out = join(scratch.path, name);
      const plan = { tracks, groups, compositionSeconds: 3, startSeconds, durationSeconds };
      const { samples } = await mixAudio({ ffmpeg, plan, resolve: (source) => source, out, codec: 'aac' });
      return { samples, ...(await samplesOf(out)) };
    };
    const whole = await mixOf('whole.m4a', 0, 3);
    const part = await mixOf('part.m4a', 1.1, 1.3);
    expect(part.samples).toBe(1.3 * 48000);
    const at = Math.round(1.1 * 48000);
    // Away from the cut the lossy coder has the same to code; a shift of one sample would be ten times this.
    const apart = part.left.subarray(4800, 57600).map((value, index) => value - (whole.left[at + 4800 + index] ?? 0));
    expect(rms(apart, 0, apart.length / 48000)).toBeLessThan(0.002);
    expect(rms(part.left, 0.1, 0.3)).toBeGreaterThan(0.05);
  });
});
