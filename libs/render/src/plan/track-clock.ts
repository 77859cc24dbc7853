/** How far an mp4 or mov can count: its tables hold times of 4 bytes (ISO 14496-12, 8.4.2 and 8.6.1), as FFmpeg writes them. */
import { type Fps, FramefarmError, formatFps, type OutputFormat } from '@framefarm/contract';
import { trackTicks } from '@framefarm/media';

const MOST_TICKS = 2 ** 32 - 1;

/**
 * A rate such as 27021600/901019, the mean of a video whose frames are not even, makes a clock on which a frame lasts many ticks.
 * @throws FramefarmError `COMPOSITION_TOO_LONG` when the frames do not fit.
 */
export function checkTrackClock(format: OutputFormat, frames: number, fps: Fps): void {
  if (format !== 'mp4' && format !== 'mov') return;
  const most = Math.floor(MOST_TICKS / trackTicks(fps));
  if (frames <= most) return;
  const message = `${frames} frames at ${formatFps(fps)} frames/s are more than the clock of a ${format} can count at that rate, which are ${most}`;
  const hint = 'Shorten data-duration, or take a rate of smaller numbers near it, such as 30 or 30000/1001.';
  throw new FramefarmError('COMPOSITION_TOO_LONG', message, { stage: 'compile', hint });
}
