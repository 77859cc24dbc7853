export * from './producer-settings.js';
export * from './read-settings.js';
export * from './s3-settings.js';
export * from './spec.js';
export * from './telemetry-settings.js';
export * from './worker-settings.js';
