/** Which frames of a video are compared. Pure. */

/** Frames spread evenly over `total`, none of them the first or last unless there are no others. */
export function sampledFrames(total: number, count: number): readonly number[] {
  const wanted = Math.min(total, count);
  return Array.from({ length: wanted }, (_, index) => Math.floor(((index + 0.5) * total) / wanted));
}
