/** Memory of a lane as the planning browser showed it, with room for growth. */
import { ASSUMED_LANE_BYTES } from '../plan/lanes.js';

/** Capturing needs more than settling did: pictures in flight, decoded video frames, the encoder beside it. */
const GROWTH = 1.5;

/** Bytes to reckon with for each further lane, from the measured memory of the first (0 when it cannot be measured). */
export function laneBytes(measuredBytes: number): number {
  return measuredBytes > 0 ? Math.round(measuredBytes * GROWTH) : ASSUMED_LANE_BYTES;
}
