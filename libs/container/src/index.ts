export * from './engine/engine.js';
export * from './engine/find-engine.js';
export * from './engine/image.js';
export { containerUser } from './session/container-user.js';
export * from './session/open-container.js';
