export * from './deadline.js';
export * from './groups.js';
export * from './run.js';
export * from './scratch.js';
