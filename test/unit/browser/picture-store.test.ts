import { describe, expect, it } from 'vitest';
import { pictureStore } from '../../../libs/browser/src/capture/picture-store.js';

const MIB = 1024 ** 2;

describe('memory for pictures', () => {
  it('is used again once all who look at a picture have let go', () => {
    const store = pictureStore(1_000);
    const picture = store.take();
    picture.hold();
    picture.release();
    expect(store.take().pixels).not.toBe(picture.pixels);
    picture.release();
    expect(store.take().pixels).toBe(picture.pixels);
  });

  it('is shared by all stages with pictures of a size', () => {
    expect(pictureStore(2_000)).toBe(pictureStore(2_000));
    expect(pictureStore(2_000)).not.toBe(pictureStore(3_000));
  });

  it('is kept for the last two sizes only, and within a limit', () => {
    const first = pictureStore(4_000);
    pictureStore(5_000);
    pictureStore(6_000);
    expect(pictureStore(4_000)).not.toBe(first);
    const store = pictureStore(50 * MIB);
    const pictures = Array.from({ length: 4 }, () => store.take());
    const memory = new Set(pictures.map(({ pixels }) => pixels));
    for (const picture of pictures) picture.release();
    const again = Array.from({ length: 4 }, () => store.take().pixels);
    expect(again.filter((pixels) => memory.has(pixels))).toHaveLength(1);
  });
});
