import type { EncodingPlan } from '@framefarm/contract';
import { describe, expect, it } from 'vitest';
import { concatList, joinArgs } from '../../../libs/media/src/assemble/join-args.js';
import { codecArgs, encodedSize, filterChain, trackTimescale } from '../../../libs/media/src/encode/codec-args.js';
import { segmentArgs, segmentName } from '../../../libs/media/src/encode/segment-args.js';
import { frameSync, parseListing, parseVersion } from '../../../libs/media/src/ffmpeg/version.js';
import { readFacts } from '../../../libs/media/src/probe/facts.js';
import { envelope } from '../../../libs/media/src/sound/envelope.js';
import { encodingPlan } from '../../support/renders/encoding-plan.js';

const plan = (overrides: Partial<EncodingPlan> = {}): EncodingPlan =>
  encodingPlan({ width: 1920, height: 1080, ...overrides });

const VERSION = { text: '5.1', libavcodec: [59, 37] as const };

describe('encoder arguments', () => {
  it.each([
    ['draft', 28, 'ultrafast', 'aq-mode=3'],
    [
      'standard',
      18,
      'medium',
      'aq-mode=3:aq-strength=0.8:deblock=1,1:rc-lookahead=30:weightp=1:partitions=p8x8,i4x4:8x8dct=0:me=dia:mixed-refs=0:trellis=0:psy-rd=0.2,0',
    ],
    ['high', 15, 'slow', 'aq-mode=3:aq-strength=0.8:deblock=1,1'],
  ] as const)('%s is CRF %i with preset %s', (quality, crf, preset, shape) => {
    const args = codecArgs(plan({ quality, crf: null })).join(' ');
    expect(args).toContain(`-preset ${preset} -bf 0 -x264-params ${shape}:open-gop=0 -crf ${crf} -threads 1`);
  });

  it.each([
    [-8, 'good'],
    [4, 'good'],
    [5, 'realtime -tune-content screen'],
    [8, 'realtime -tune-content screen'],
  ] as const)('VP9 at speed %i searches as for %s', (vp9CpuUsed, search) => {
    const args = codecArgs(plan({ format: 'webm', vp9CpuUsed })).join(' ');
    expect(args).toContain(`-deadline ${search} -cpu-used ${vp9CpuUsed}`);
  });

  it('takes a bitrate instead of a CRF', () => {
    const args = codecArgs(plan({ crf: null, videoBitrate: 5_000_000 })).join(' ');
    expect(args).toContain('-b:v 5000000');
    expect(args).not.toContain('-crf');
  });

  it('snapshots one chunk of each format', () => {
    const formats = ['mp4', 'mov', 'webm', 'gif'] as const;
    const commands = formats.map((format) =>
      segmentArgs(VERSION, {
        encoding: plan({ format }),
        input: format === 'mp4' ? 'jpeg' : 'png',
        firstFrame: 75,
        out: 'out',
      }).join(' '),
    );
    expect(commands).toMatchSnapshot();
  });

  it('pads odd sizes only in mp4', () => {
    expect(encodedSize(plan({ width: 101, height: 57 }))).toEqual({ width: 102, height: 58 });
    expect(encodedSize(plan({ format: 'webm', width: 101, height: 57 }))).toEqual({ width: 101, height: 57 });
    expect(filterChain(plan({ width: 101 }), 'rgb0', VERSION)).toContain(
      'pad=102:1080:0:0:black,fillborders=right=1:bottom=0',
    );
    expect(filterChain(plan(), 'rgb0', VERSION)).not.toContain('pad');
  });

  it('names segments', () => {
    expect(segmentName(plan(), 3)).toBe('segment-00003.mp4');
    expect(segmentName(plan({ format: 'png-sequence' }), 3)).toBe('frames');
  });

  it.each([
    [{ num: 30, den: 1 }, 15_360],
    [{ num: 30_000, den: 1001 }, 30_000],
    [{ num: 240, den: 1 }, 15_360],
  ])('counts frames in whole ticks', (fps, timescale) => {
    expect(trackTimescale(fps)).toBe(timescale);
    expect((timescale * fps.den) % fps.num).toBe(0);
  });
});

describe('joining', () => {
  it('adds no rounding error up over many seams', () => {
    const encoding = plan({ fps: { num: 24_000, den: 1001 } });
    const segments = Array.from({ length: 999 }, (_, index) => ({
      path: `s${index}`,
      firstFrame: index * 7,
      frames: 7,
    }));
    const lengths = [...concatList(segments, encoding).matchAll(/duration (\S+)/g)].map((match) => Number(match[1]));
    const sum = lengths.reduce((total, length) => total + length, 0);
    expect(Math.abs(sum - (999 * 7 * 1001) / 24_000)).toBeLessThan(0.000001);
  });

  it('quotes what a path may hold', () => {
    expect(concatList([{ path: "/tmp/it's", firstFrame: 0, frames: 1 }], plan())).toContain("file '/tmp/it'\\''s'");
  });

  it('tags alpha in WebM and copies every stream', () => {
    const args = joinArgs('list', 'audio.webm', 'out').join(' ');
    expect(args).toContain('-c copy');
    expect(args).toContain('-metadata:s:v:0 alpha_mode=1');
  });
});

describe('builds', () => {
  it('reads releases and build numbers, and picks the name of -vsync', () => {
    const old = parseVersion(
      'ffmpeg version N-47683-g0e8eb07980-static https://x\n  libavcodec     58. 42.100 / 58. 42.100\n',
    );
    expect(old).toEqual({ text: 'N-47683-g0e8eb07980-static', libavcodec: [58, 42] });
    expect(frameSync({ text: '8.0', libavcodec: [62, 11] }, 'cfr')).toEqual(['-fps_mode', 'cfr']);
    expect(frameSync({ text: '4.0', libavcodec: [58, 42] }, 'cfr')).toEqual(['-vsync', 'cfr']);
    expect(parseVersion('something else')).toBeNull();
  });

  it('reads listings', () => {
    expect([...parseListing(' V..... libx264   H.264\n TS. colorspace V->V  Convert\n ------\n')]).toEqual([
      'libx264',
      'colorspace',
    ]);
  });
});

describe('facts of a source', () => {
  it('swaps sides for a rotation, stretches pixels, reads alpha and depth', () => {
    const stream = { codec_type: 'video', codec_name: 'vp9', width: 100, height: 50, pix_fmt: 'yuv420p10le' };
    const facts = readFacts({
      streams: [
        { ...stream, sample_aspect_ratio: '2:1', tags: { ALPHA_MODE: '1' }, side_data_list: [{ rotation: -90 }] },
      ],
      format: { duration: '2.5' },
    });
    expect(facts).toMatchObject({
      durationSeconds: 2.5,
      video: { width: 50, height: 200, alpha: true, bitDepth: 10 },
      audio: null,
    });
  });

  it.each([
    ['is that of the longest stream where a header has it rounded', '1.967000', 1_888_000, 59 / 30],
    ['is that of the container where it is another', '2.500000', 1_888_000, 2.5],
    ['is that of a stream where the container has none', undefined, 1_888_000, 59 / 30],
    ['is that of the container where the stream has none', '1.966000', undefined, 1.966],
  ])('their length %s', (_, duration, ticks, seconds) => {
    const video = { codec_type: 'video', width: 9, height: 9, duration: '1.966667', time_base: '1/960000' };
    const shorter = { codec_type: 'audio', channels: 2, sample_rate: '48000', duration: '1.900000' };
    const streams = [ticks === undefined ? { ...video, duration: 'N/A' } : { ...video, duration_ts: ticks }, shorter];
    expect(readFacts({ streams, format: duration === undefined ? {} : { duration } })).toMatchObject({
      durationSeconds: seconds,
    });
  });

  it('does not take a cover picture for a video', () => {
    const cover = { codec_type: 'video', width: 9, height: 9, disposition: { attached_pic: 1 } };
    const facts = readFacts({
      streams: [cover, { codec_type: 'audio', codec_name: 'mp3', channels: 2, sample_rate: '44100' }],
    });
    expect(facts).toMatchObject({ video: null, audio: { codec: 'mp3', channels: 2 } });
  });
});

describe('sound', () => {
  it('draws exact lines and holds the ends', () => {
    const points = [1, 2, 4].map((t, index) => ({ t, v: [0, 1, 0][index] ?? 0, curve: 0, via: null }));
    const line = envelope(points);
    expect([0, 1, 1.25, 2, 3, 4, 9].map((t) => line.at(t))).toEqual([0, 0, 0.25, 1, 0.5, 0, 0]);
  });
});
