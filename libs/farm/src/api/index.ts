/** What the farm offers to producers and workers, a file for each room of it. */
export type * from './batches.js';
export type * from './chunks.js';
export type * from './compositions.js';
export type * from './event-log.js';
export type * from './farm.js';
export type * from './line.js';
export type * from './outbox.js';
export type * from './page.js';
export type * from './renders.js';
export type * from './retention.js';
export type * from './stats.js';
export type * from './steps.js';
export type * from './submitted.js';
export type * from './view.js';
export type * from './workers.js';
