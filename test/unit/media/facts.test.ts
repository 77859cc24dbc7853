/** What ffprobe may say of a file that somebody made to mislead. */
import { expect, it } from 'vitest';
import { readFacts } from '../../../libs/media/src/probe/facts.js';

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
