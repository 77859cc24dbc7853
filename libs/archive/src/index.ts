/** A project as one archive: listed, packed, named by its content, unpacked within limits. */
export * from './inline/write-inline-project.js';
export * from './limits.js';
export * from './listing/composition-id.js';
export * from './listing/left-out.js';
export * from './listing/list-project.js';
export * from './pack/pack-project.js';
export * from './unpack/unpack-project.js';
