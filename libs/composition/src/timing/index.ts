export * from './frames.js';
export * from './model.js';
export * from './resolve.js';
export * from './start-grammar.js';
