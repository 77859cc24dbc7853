/** A captured JPEG as planes, with which a surface is compared. */
import { type Ffmpeg, planesOfJpeg } from '@framefarm/media';
import { ownedGroups } from '@framefarm/process';
import { afterEach, describe, expect, it } from 'vitest';
import { planesOf } from '../support/output/planes.js';
import { builds } from './builds.js';
import { bars, toJpeg } from './pictures.js';

const SIZE = [256, 64] as const;
const RAW = bars(...SIZE, [
  [255, 0, 0, 255],
  [0, 255, 0, 255],
  [0, 0, 255, 255],
  [128, 128, 128, 255],
]);

afterEach(() => expect(ownedGroups()).toEqual([]));

describe.each(builds)('%s', (_, ffmpeg: Ffmpeg) => {
  it('gives what an encoder of the picture would get, within the loss of a JPEG', async () => {
    const planes = await planesOfJpeg(ffmpeg, toJpeg(RAW, ...SIZE));
    const exact = planesOf(RAW, ...SIZE);
    expect(planes).toHaveLength(exact.length);
    // In the middle of each bar of each plane: edges are blurred.
    const [area, across] = [SIZE[0] * SIZE[1], SIZE[0] / 2];
    for (const bar of [0, 1, 2, 3]) {
      const luma = 32 * SIZE[0] + bar * 64 + 32;
      const chroma = area + 16 * across + bar * 32 + 16;
      for (const at of [luma, chroma, chroma + area / 4]) {
        expect(Math.abs((planes[at] ?? 0) - (exact[at] ?? 0))).toBeLessThanOrEqual(3);
      }
    }
  });

  it('says that it cannot read something else', async () => {
    await expect(planesOfJpeg(ffmpeg, Buffer.from('no picture'))).rejects.toMatchObject({
      code: 'CAPTURE_STALLED',
      message: expect.stringContaining('reading a reference picture'),
    });
  });
});
