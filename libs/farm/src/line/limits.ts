/** How many renders hold a permit at once: the specification's `maxConcurrentRenders`. */
export const MIN_CONCURRENT_RENDERS = 1;
export const MAX_CONCURRENT_RENDERS = 10;
export const DEFAULT_MAX_CONCURRENT_RENDERS = 2;

/** Places in the line that are announced when they change (farm-practice 6). */
export const ANNOUNCED_PLACES = 100;
