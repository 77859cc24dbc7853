export * from './config-options.js';
export * from './defaults.js';
export { type Read, readOption, shown } from './read.js';
export * from './read-range.js';
export * from './render-options.js';
export * from './resolve.js';
export * from './spec.js';
export * from './table.js';
