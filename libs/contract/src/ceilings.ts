/** Bounds of the specification that options, settings, the pipeline, the farm and the benchmark share. */

/** Lanes of a render, and slots of a worker, at most. */
export const MAX_LANES = 24;
/** Renders in flight on a farm at most, whatever its operator asks for. */
export const MAX_CONCURRENT_RENDERS = 10;
/** Linear gain of a track or a group at most: +12 dB (composition-format 9). */
export const MAX_VOLUME = 3.981;
