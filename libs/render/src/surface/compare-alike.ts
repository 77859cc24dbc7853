/** Comparing planes as a surface's worker makes them (`yuv.wat` of the page) with planes of a reference picture. */
import { BLOCK, type Difference } from './difference.js';

/** Every second sample of every second row is compared, of each plane. */
const STEP = 2;

/** Both are planes of limited-range BT.709 4:2:0 of the same even size. A step of luma is about a step of each colour. */
export function compareAlike(planes: Uint8Array, reference: Uint8Array, width: number, height: number): Difference {
  const area = width * height;
  if (reference.length !== (area * 3) / 2) throw new RangeError(`${reference.length} bytes are no ${width}x${height}`);
  const sums = { total: 0, compared: 0 };
  let worst = { worstBlock: 0, at: { x: 0, y: 0 } };
  // Luma, and the two of colour at half the size.
  for (const [offset, scale] of [
    [0, 1],
    [area, 2],
    [(area * 5) / 4, 2],
  ] as const) {
    const [across, down, edge] = [width / scale, height / scale, BLOCK / scale];
    for (let top = 0; top < down; top += edge) {
      const bottom = Math.min(top + edge, down);
      for (let left = 0; left < across; left += edge) {
        const right = Math.min(left + edge, across);
        const found = blockOf(planes, reference, offset, across, top, bottom, left, right, sums);
        if (found <= worst.worstBlock) continue;
        worst = { worstBlock: found, at: { x: ((left + right) / 2) * scale, y: ((top + bottom) / 2) * scale } };
      }
    }
  }
  return { mean: sums.total / sums.compared, ...worst };
}

/** The mean difference of a block; its amounts are added to the sums of the picture. */
function blockOf(
  planes: Uint8Array,
  reference: Uint8Array,
  offset: number,
  across: number,
  top: number,
  bottom: number,
  left: number,
  right: number,
  sums: { total: number; compared: number },
): number {
  let sum = 0;
  let total = 0;
  let count = 0;
  for (let y = top; y < bottom; y += STEP) {
    const end = offset + y * across + right;
    for (let at = offset + y * across + left; at < end; at += STEP) {
      const by = (planes[at] as number) - (reference[at] as number);
      sum += by;
      total += by < 0 ? -by : by;
      count += 1;
    }
  }
  sums.total += total;
  sums.compared += count;
  return Math.abs(sum) / count;
}
