/** What producers and workers share: records of renders, the line, permits, queues and events in Redis. */
export type * from './api.js';
export * from './events/render-events.js';
export * from './keys/retention-rules.js';
export * from './keys/store-keys.js';
export type * from './records/batch-record.js';
export type * from './records/chunk-row.js';
export type * from './records/render-record.js';
export * from './records/states.js';
export * from './steps/payloads.js';
