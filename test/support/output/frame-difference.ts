/** How far two decoded frames are from each other. */
import type { Frames } from './decode.js';

/** A frame of a video. */
export type FrameOf = readonly [frames: Frames, frame: number];

/** Mean absolute difference of colours, 0 to 255, of each `step`th pixel in both directions. */
export function frameDifference([one, frame]: FrameOf, [other, otherFrame]: FrameOf, step: number): number {
  const [found, wanted] = [one.bytes(frame), other.bytes(otherFrame)];
  if (found.length !== wanted.length || one.width !== other.width) throw new Error('frames of different sizes');
  let sum = 0;
  let count = 0;
  for (let y = 0; y < one.height; y += step) {
    for (let x = 0; x < one.width; x += step) {
      const at = (y * one.width + x) * 4;
      for (let channel = at; channel < at + 3; channel += 1)
        sum += Math.abs((found[channel] ?? 0) - (wanted[channel] ?? 0));
      count += 3;
    }
  }
  return sum / count;
}
