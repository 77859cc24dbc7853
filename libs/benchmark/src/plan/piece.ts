/** Which part of a composition every run renders: long enough to tell configurations apart, short enough to wait for. */
import { chunkCount } from '@framefarm/render';

/** Capture time that a run with one worker should take, seconds. */
const TARGET_SECONDS = 3;
/** A piece that is made longer so that more workers have something to do takes at most so many times the target. */
const MAX_STRETCH = 4;
/** Frames of the run that finds out how fast the composition is; also the shortest piece. */
export const CALIBRATION_FRAMES = 60;

/**
 * Frames of a run. `framesPerSecond`: pace of one worker; `lanes`: the most that are to be compared, for which the piece
 * is stretched as far as {@link MAX_STRETCH} allows.
 */
export function pieceFrames(totalFrames: number, framesPerSecond: number, lanes: number): number {
  const wished = Math.max(CALIBRATION_FRAMES, Math.round(framesPerSecond * TARGET_SECONDS));
  const longest = Math.max(wished, Math.round(framesPerSecond * TARGET_SECONDS * MAX_STRETCH));
  const frames = Math.max(wished, Math.min(longest, framesForLanes(lanes)));
  return Math.min(totalFrames, frames);
}

/** Fewest frames that are cut into a chunk for each lane and give each 30 frames (cli 3). */
export function framesForLanes(lanes: number): number {
  let frames = lanes === 1 ? 1 : Math.max(60, lanes * 30);
  while (chunkCount(frames) < lanes) frames += 1;
  return frames;
}
