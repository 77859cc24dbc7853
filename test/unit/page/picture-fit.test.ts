/** Where a picture stands in the box of its video (CSS Images 3, 5.5). */
import { describe, expect, it } from 'vitest';
import { fitPicture } from '../../../libs/page/src/media/picture-fit.js';

const BOX = { width: 100, height: 80 };
const PICTURE = { width: 200, height: 100 };

describe('a picture of 200x100 in a box of 100x80', () => {
  it.each([
    ['fill', '50% 50%', { left: 0, top: 0, scaleX: 0.5, scaleY: 0.8 }],
    ['contain', '50% 50%', { left: 0, top: 15, scaleX: 0.5, scaleY: 0.5 }],
    ['cover', '50% 50%', { left: -30, top: 0, scaleX: 0.8, scaleY: 0.8 }],
    ['cover', '0% 100%', { left: 0, top: 0, scaleX: 0.8, scaleY: 0.8 }],
    ['none', '50% 50%', { left: -50, top: -10, scaleX: 1, scaleY: 1 }],
    ['scale-down', '50% 0%', { left: 0, top: 0, scaleX: 0.5, scaleY: 0.5 }],
    ['contain', '10px -5.5px', { left: 10, top: -5.5, scaleX: 0.5, scaleY: 0.5 }],
    ['none', 'calc(100% - 4px) calc(50% + 3px)', { left: -104, top: -7, scaleX: 1, scaleY: 1 }],
  ])('%s at %s', (fit, position, expected) => {
    expect(fitPicture(BOX, PICTURE, fit, position)).toEqual(expected);
  });

  it('stays as large as it is where the box has room and it must not grow', () => {
    expect(fitPicture({ width: 400, height: 300 }, PICTURE, 'scale-down', '50% 50%')).toEqual({
      left: 100,
      top: 100,
      scaleX: 1,
      scaleY: 1,
    });
  });
});
