/** Where uploads, chunks and outputs are kept: a directory or S3-compatible object storage. */
export { requireStore } from './at-start.js';
export * from './open-store.js';
export * from './retention/apply-retention.js';
export * from './retention/plan-retention.js';
export * from './store.js';
export * from './verified-body.js';
