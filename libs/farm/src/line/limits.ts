/** How many renders hold a permit at once, `maxConcurrentRenders`; the most stand in the contract (`MAX_CONCURRENT_RENDERS`). */
export const MIN_CONCURRENT_RENDERS = 1;
/** Until somebody has set a limit. */
export const DEFAULT_MAX_CONCURRENT_RENDERS = 2;

/** Places in the line that are announced when they change (farm-practice 6). */
export const ANNOUNCED_PLACES = 100;
