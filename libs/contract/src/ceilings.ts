/** Bounds of the specification that options, settings, the pipeline, the farm and the benchmark share. */

/** Lanes of a render, and slots of a worker, at most. */
export const MAX_LANES = 24;
/** Renders in flight on a farm at most, whatever its operator asks for. */
export const MAX_CONCURRENT_RENDERS = 10;
