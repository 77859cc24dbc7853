/** Which picture of its source a clip shows (reference: composition-format 9.1). */

import { sourceFrame } from '@framefarm/composition/timing';
import { type Fps, frameTime } from '@framefarm/contract';

export interface Played {
  /** Seconds. */
  readonly start: number;
  readonly rate: number;
  readonly loop: boolean;
  /** Pictures that were extracted. */
  readonly count: number;
  /** What {@link passPictures} says, for loops. */
  readonly pass: number;
}

/** A pass that is so near to whole pictures, as a part of one, has as many: containers tell of their length in few digits. */
const WHOLE = 1e-3;

/**
 * Pictures of one pass of a loop, the last of them in part: it begins anew when its source ends, as its sound does. In whole pictures
 * each pass would be up to one longer or shorter than that of the sound.
 * @param seconds of the source from where the clip begins; null where it does not tell
 */
export function passPictures(seconds: number | null, count: number, fps: Fps): number {
  const pictures = ((seconds ?? 0) * fps.num) / fps.den;
  const whole = Math.round(pictures);
  if (!(pictures > WHOLE)) return count;
  return whole > 0 && Math.abs(pictures - whole) < WHOLE ? whole : pictures;
}

/** Number of the extracted picture, from 1, that a clip shows at render frame `frame`. */
export function pictureNumber(clip: Played, frame: number, fps: Fps): number {
  const local = Math.max(0, frameTime(frame, fps) - clip.start);
  let index = sourceFrame(local, clip.rate, fps);
  if (clip.loop) {
    const pictures = (local * clip.rate * fps.num) / fps.den;
    const passed = Math.floor(pictures / clip.pass + 1e-9) * clip.pass;
    index = Math.max(0, Math.floor(pictures - passed + 1e-9));
  }
  return 1 + Math.min(index, clip.count - 1);
}
