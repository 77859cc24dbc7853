/** How long a composition is, in the words of messages. */
import { counted, type Fps, formatFps, frameTime } from '@framefarm/contract';

/** At most six decimals, without trailing zeros. */
export function shortSeconds(seconds: number): string {
  return String(Math.round(seconds * 1e6) / 1e6);
}

/** Such as `90 frames at 30 fps, 3 s`. */
export function lengthWords(frames: number, fps: Fps): string {
  const seconds = shortSeconds(frameTime(frames, fps));
  return `${counted(frames, 'frame')} at ${formatFps(fps)} fps, ${seconds} s`;
}

/** The frames that there are, such as `frames 0 to 89`. */
export const framesWords = (frames: number): string => (frames === 1 ? 'frame 0 alone' : `frames 0 to ${frames - 1}`);
