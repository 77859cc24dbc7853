/** Where uploads, chunks and outputs are kept: a directory or S3-compatible object storage. */
export * from './open-store.js';
export * from './store.js';
