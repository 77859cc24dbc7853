import { describe, expect, it } from 'vitest';
import { compare } from '../../../libs/render/src/surface/compare.js';
import { compareAlike } from '../../../libs/render/src/surface/compare-alike.js';
import { comparePlanes } from '../../../libs/render/src/surface/compare-planes.js';
import { sameEnough } from '../../../libs/render/src/surface/difference.js';
import { planesOf } from '../../support/output/planes.js';

const WIDTH = 320;
const HEIGHT = 180;

/** An opaque grey picture, with an optional patch of another value. */
function picture(value: number, patch?: { x: number; y: number; size: number; value: number }): Buffer {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 4, value);
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255;
  if (patch === undefined) return pixels;
  for (let y = patch.y; y < patch.y + patch.size; y += 1) {
    for (let x = patch.x; x < patch.x + patch.size; x += 1) {
      pixels.fill(patch.value, (y * WIDTH + x) * 4, (y * WIDTH + x) * 4 + 3);
    }
  }
  return pixels;
}

/** Lines of three rows, white on black, whose edges lie `by` pixels lower than on the border of a row. */
function lines(by: number): Buffer {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 4, 255);
  for (let y = 0; y < HEIGHT; y += 1) {
    const inside = (edge: number): number => Math.min(1, Math.max(0, y + 1 - edge));
    const covered = y < 32 ? inside(20 + by) - inside(23 + by) : 0;
    for (let x = 0; x < WIDTH; x += 1)
      pixels.fill(Math.round(255 * covered), (y * WIDTH + x) * 4, (y * WIDTH + x) * 4 + 3);
  }
  return pixels;
}

describe('comparing a surface with the reference', () => {
  it('accepts equal pictures and rounding', () => {
    expect(sameEnough(compare(picture(100), picture(100), WIDTH, HEIGHT))).toBe(true);
    expect(sameEnough(compare(picture(101), picture(100), WIDTH, HEIGHT))).toBe(true);
  });

  it('finds a missing icon that hides in the average, and says where', () => {
    const difference = compare(picture(100), picture(100, { x: 200, y: 100, size: 20, value: 200 }), WIDTH, HEIGHT);
    expect(difference.mean).toBeLessThan(1.5);
    expect(difference.worstBlock).toBeGreaterThan(40);
    expect(sameEnough(difference)).toBe(false);
    expect(Math.abs(difference.at.x - 210)).toBeLessThanOrEqual(16);
    expect(Math.abs(difference.at.y - 110)).toBeLessThanOrEqual(16);
  });

  it('refuses a slight difference everywhere', () => {
    expect(sameEnough(compare(picture(103), picture(100), WIDTH, HEIGHT))).toBe(false);
  });

  it('accepts edges that are smoothed otherwise, as if they lay half a pixel elsewhere, and refuses a whole one', () => {
    const [still, half, whole] = [lines(0), lines(0.5), lines(1)];
    expect(sameEnough(compare(half, still, WIDTH, HEIGHT))).toBe(true);
    expect(sameEnough(compare(whole, still, WIDTH, HEIGHT))).toBe(false);
    const ofPlanes = (picture: Buffer) =>
      comparePlanes(Buffer.from(planesOf(picture, WIDTH, HEIGHT)), still, WIDTH, HEIGHT);
    expect(sameEnough(ofPlanes(half))).toBe(true);
    expect(sameEnough(ofPlanes(whole))).toBe(false);
  });

  it('reads the blocks at the right and lower edge', () => {
    const odd = compare(
      picture(100),
      picture(100, { x: WIDTH - 4, y: HEIGHT - 4, size: 4, value: 255 }),
      WIDTH,
      HEIGHT,
    );
    expect(odd.worstBlock).toBeGreaterThan(30);
  });

  it('judges colours as far as they are opaque, and alpha itself', () => {
    const clear = (red: number, alpha: number): Buffer => {
      const pixels = Buffer.alloc(WIDTH * HEIGHT * 4);
      for (let at = 0; at < pixels.length; at += 4) pixels.set([red, 0, 0, alpha], at);
      return pixels;
    };
    expect(sameEnough(compare(clear(255, 0), clear(0, 0), WIDTH, HEIGHT))).toBe(true);
    expect(sameEnough(compare(clear(255, 2), clear(128, 2), WIDTH, HEIGHT))).toBe(true);
    expect(sameEnough(compare(clear(255, 128), clear(255, 128), WIDTH, HEIGHT))).toBe(true);
    expect(sameEnough(compare(clear(255, 128), clear(255, 255), WIDTH, HEIGHT))).toBe(false);
  });
});

describe('comparing planes of YUV with the reference', () => {
  const planes = (pixels: Buffer): Buffer => Buffer.from(planesOf(pixels, WIDTH, HEIGHT));

  it('accepts equal pictures and rounding', () => {
    expect(comparePlanes(planes(picture(100)), picture(100), WIDTH, HEIGHT)).toMatchObject({ mean: 0, worstBlock: 0 });
    expect(sameEnough(comparePlanes(planes(picture(101)), picture(100), WIDTH, HEIGHT))).toBe(true);
  });

  it('finds a missing icon, and says where', () => {
    const reference = picture(100, { x: 200, y: 100, size: 20, value: 200 });
    const difference = comparePlanes(planes(picture(100)), reference, WIDTH, HEIGHT);
    expect(sameEnough(difference)).toBe(false);
    expect(Math.abs(difference.at.x - 210)).toBeLessThanOrEqual(16);
    expect(Math.abs(difference.at.y - 110)).toBeLessThanOrEqual(16);
  });

  it('finds another colour of the same lightness', () => {
    const green = picture(0);
    const red = picture(0);
    for (let at = 0; at < green.length; at += 4) {
      green.set([0, 60, 0], at);
      red.set([202, 0, 0], at);
    }
    const difference = comparePlanes(planes(red), green, WIDTH, HEIGHT);
    expect(sameEnough(difference)).toBe(false);
  });

  it('refuses a slight difference everywhere', () => {
    expect(sameEnough(comparePlanes(planes(picture(106)), picture(100), WIDTH, HEIGHT))).toBe(false);
  });
});

describe('comparing planes with planes', () => {
  const planes = (pixels: Buffer): Buffer => Buffer.from(planesOf(pixels, WIDTH, HEIGHT));
  const alike = (one: Buffer, other: Buffer) => compareAlike(planes(one), planes(other), WIDTH, HEIGHT);

  it('accepts equal pictures and rounding', () => {
    expect(alike(picture(100), picture(100))).toMatchObject({ mean: 0, worstBlock: 0 });
    expect(sameEnough(alike(picture(101), picture(100)), 'jpeg')).toBe(true);
  });

  it.each([
    ['in the middle', { x: 200, y: 100, size: 20 }, { x: 210, y: 110 }],
    ['at the lower right edge', { x: WIDTH - 4, y: HEIGHT - 4, size: 4 }, { x: WIDTH - 8, y: HEIGHT - 2 }],
  ])('finds a missing icon %s, and says where', (_, patch, centre) => {
    const difference = alike(picture(100), picture(100, { ...patch, value: 255 }));
    expect(difference.mean).toBeLessThan(1.2);
    expect(sameEnough(difference, 'jpeg')).toBe(false);
    expect(Math.abs(difference.at.x - centre.x)).toBeLessThanOrEqual(16);
    expect(Math.abs(difference.at.y - centre.y)).toBeLessThanOrEqual(16);
  });

  it('finds another colour of the same lightness', () => {
    const green = picture(0);
    const red = picture(0);
    for (let at = 0; at < green.length; at += 4) {
      green.set([0, 60, 0], at);
      red.set([202, 0, 0], at);
    }
    expect(sameEnough(alike(red, green), 'jpeg')).toBe(false);
  });

  it('refuses a slight difference everywhere', () => {
    expect(sameEnough(alike(picture(106), picture(100)), 'jpeg')).toBe(false);
  });

  it('refuses planes of another size', () => {
    expect(() => compareAlike(planes(picture(0)), new Uint8Array(9), WIDTH, HEIGHT)).toThrow('9 bytes are no 320x180');
  });
});

describe('comparing planes with alpha with the reference', () => {
  const clear = (red: number, alpha: number): Buffer => {
    const pixels = Buffer.alloc(WIDTH * HEIGHT * 4);
    for (let at = 0; at < pixels.length; at += 4) pixels.set([red, 0, 0, alpha], at);
    return pixels;
  };
  const judged = (found: Buffer, reference: Buffer): boolean => {
    const planes = Buffer.from(planesOf(found, WIDTH, HEIGHT, 'yuva420p'));
    return sameEnough(comparePlanes(planes, reference, WIDTH, HEIGHT, 'yuva420p'));
  };

  it('judges colours as far as they are opaque, and alpha itself', () => {
    expect(judged(clear(255, 128), clear(255, 128))).toBe(true);
    expect(judged(clear(255, 2), clear(128, 2))).toBe(true);
    expect(judged(clear(255, 128), clear(0, 128))).toBe(false);
    expect(judged(clear(0, 128), clear(0, 160))).toBe(false);
  });

  it('finds a missing icon, and says where', () => {
    const reference = clear(0, 0);
    for (let y = 100; y < 120; y += 1) {
      for (let x = 200; x < 220; x += 1) reference[(y * WIDTH + x) * 4 + 3] = 255;
    }
    const planes = Buffer.from(planesOf(clear(0, 0), WIDTH, HEIGHT, 'yuva420p'));
    const difference = comparePlanes(planes, reference, WIDTH, HEIGHT, 'yuva420p');
    expect(sameEnough(difference)).toBe(false);
    expect(Math.abs(difference.at.x - 210)).toBeLessThanOrEqual(16);
    expect(Math.abs(difference.at.y - 110)).toBeLessThanOrEqual(16);
  });
});
