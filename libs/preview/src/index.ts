/** The preview: a local page that plays a composition with the runtime that renders it (cli 9). */
export { type Preview, type PreviewRequest, startPreview } from './start-preview.js';
