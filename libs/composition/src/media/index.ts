export { playedElement, type SourceReading } from './played-element.js';
