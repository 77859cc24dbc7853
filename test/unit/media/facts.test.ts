/** What ffprobe may say of a file that somebody made to mislead. */
import { expect, it } from 'vitest';
import { type ProbeStream, readFacts } from '../../../libs/media/src/probe/facts.js';

const shown = (width: number, height: number, sample_aspect_ratio: string) =>
  readFacts({
    streams: [{ codec_type: 'video', codec_name: 'h264', width, height, pix_fmt: 'yuv420p', sample_aspect_ratio }],
  });

it.each([
  [640, 480, '60:1', '38400x480'],
  [640, 480, '1:60', '640x28800'],
])('%i × %i pixels of the shape %s are refused for the size that they are shown in', (width, height, shape, size) => {
  expect(shown(width, height, shape)).toEqual({ invalid: expect.stringContaining(size) });
});

it.each([
  [720, 576, '64:45', { width: 1024, height: 576 }],
  [16_384, 2, '1:1', { width: 16_384, height: 2 }],
  [640, 480, '0:1', { width: 640, height: 480 }],
])('%i × %i pixels of the shape %s are read', (width, height, shape, size) => {
  expect(shown(width, height, shape)).toMatchObject({ video: size });
});

const video = (about: ProbeStream): ProbeStream => ({
  codec_type: 'video',
  codec_name: 'h264',
  width: 64,
  height: 36,
  pix_fmt: 'yuv420p',
  ...about,
});
const sound = (about: ProbeStream): ProbeStream => ({
  codec_type: 'audio',
  codec_name: 'aac',
  sample_rate: '48000',
  channels: 2,
  ...about,
});

it.each([
  ['streams', { streams: Array.from({ length: 65 }, () => video({})) }, 'has 65 streams; at most 64 are read'],
  ['width', { streams: [video({ width: 16_385 })] }, 'has a picture of 16385x36'],
  ['no width', { streams: [video({ width: 0 })] }, 'has a picture of 0x36'],
  ['no height', { streams: [video({ height: 0 })] }, 'has a picture of 64x0'],
  ['rate of sound', { streams: [sound({ sample_rate: '768001' })] }, 'has a sample rate of 768001 Hz'],
  ['no rate of sound', { streams: [video({}), sound({ sample_rate: '0' })] }, 'has a sample rate of 0 Hz'],
])('a file is refused for its %s', (_, output, rule) => {
  expect(readFacts(output)).toEqual({ invalid: expect.stringContaining(rule) });
});

it('holds nothing to show or hear without a moving picture and a channel', () => {
  expect(readFacts({})).toBeNull();
  expect(readFacts({ streams: [sound({ channels: 0 }), video({ disposition: { attached_pic: 1 } })] })).toBeNull();
  const cover = video({ width: 9, disposition: { attached_pic: 1 } });
  expect(readFacts({ streams: [cover, video({}), sound({ channels: 1 })] })).toMatchObject({
    video: { width: 64 },
    audio: { codec: 'aac', sampleRate: 48_000, channels: 1 },
  });
});

it.each([
  [{ pix_fmt: 'yuva444p12le' }, { alpha: true, bitDepth: 12 }],
  [{ pix_fmt: 'argb' }, { alpha: true, bitDepth: 8 }],
  [{ codec_name: 'vp9', tags: { ALPHA_MODE: '1' } }, { alpha: true }],
  [{ codec_name: 'vp8', tags: { alpha_mode: '1' } }, { alpha: true }],
  [{ codec_name: 'vp9', tags: { alpha_mode: '0' } }, { alpha: false }],
  [{ codec_name: 'av1', tags: { alpha_mode: '1' } }, { alpha: false }],
  [{ pix_fmt: 'yuv420p10le' }, { alpha: false, bitDepth: 10 }],
  [{ pix_fmt: 'p010le' }, { bitDepth: 10 }],
  [{ pix_fmt: 'yuv420p', bits_per_raw_sample: '10' }, { bitDepth: 10 }],
  [{ color_transfer: 'smpte2084' }, { transfer: 'smpte2084' }],
  [{ color_transfer: 'unknown' }, { transfer: null }],
  [{}, { alpha: false, bitDepth: 8, transfer: null, fps: null }],
  [{ avg_frame_rate: '30000/1001', r_frame_rate: '30/1' }, { fps: { num: 30_000, den: 1001 } }],
  [{ avg_frame_rate: '0/0', r_frame_rate: '25/1' }, { fps: { num: 25, den: 1 } }],
  [{ tags: { rotate: '90' } }, { width: 36, height: 64 }],
  [
    { side_data_list: [{}, { rotation: -90 }], tags: { rotate: '0' } },
    { width: 36, height: 64 },
  ],
  [{ side_data_list: [{ rotation: 180 }] }, { width: 64, height: 36 }],
  [{ tags: { rotate: 'round' } }, { width: 64, height: 36 }],
  [{ sample_aspect_ratio: '4:0' }, { width: 64, height: 36 }],
])('of a picture that is %j is known %j', (about, known) => {
  expect(readFacts({ streams: [video(about)] })).toMatchObject({ video: known });
});

it.each([
  ['the container says', { format: { duration: '2.5' }, streams: [video({ duration: '2' })] }, 2.5],
  [
    'its longest stream has, where the container rounds that',
    {
      format: { duration: '2.034' },
      streams: [video({ time_base: '1/30', duration_ts: 61 }), sound({ duration: '1' })],
    },
    61 / 30,
  ],
  ['its sound has, where that is longest', { streams: [video({ duration: '1' }), sound({ duration: '1.5' })] }, 1.5],
  ['nothing says', { format: { duration: 'N/A' }, streams: [video({ duration: 'N/A' })] }, null],
])('a file is as long as %s', (_, output, seconds) => {
  expect(readFacts(output)).toMatchObject({ durationSeconds: seconds });
});
