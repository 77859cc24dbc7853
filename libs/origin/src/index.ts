export * from './document/compose-document.js';
export * from './fonts/families.js';
export * from './fonts/font-css.js';
export * from './server/content-type.js';
export * from './server/start-origin.js';
