export * from './frames.js';
export * from './model.js';
export * from './never-timed.js';
export * from './resolve.js';
export * from './start-grammar.js';
