export * from './deadline.js';
export * from './file-digest.js';
export * from './group-members.js';
export * from './groups.js';
export * from './run.js';
export * from './scratch.js';
export * from './user-cache.js';
