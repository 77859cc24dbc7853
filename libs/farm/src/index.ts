/** What producers and workers share: records of renders, the line, permits, queues and events in Redis. */
export type * from './api/index.js';
export * from './events/render-events.js';
export * from './keys/retention-rules.js';
export * from './keys/store-keys.js';
export * from './line/limits.js';
export { openFarm } from './open-farm.js';
export * from './queues/open-queues.js';
export type * from './records/batch-record.js';
export type * from './records/chunk-row.js';
export type * from './records/render-record.js';
export * from './records/states.js';
export { ANSWER_WITHIN_MS, type RedisPlace } from './redis/connection.js';
export * from './retention/apply-retention.js';
export { RETENTION } from './retention/periods.js';
export { STAGE_SECONDS } from './stats/stage-seconds.js';
export { KEPT_LOG_LINES, LEASE_MS } from './steps/lease.js';
export * from './steps/payloads.js';
export { WORKER_EXPIRY_MS } from './workers/expiry.js';
