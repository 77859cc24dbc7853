/** Bounds, in seconds, between which the times of stages are counted. Changing them needs a new key: counts cannot be moved. */
export const STAGE_SECONDS = [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 1800, 3600] as const;
