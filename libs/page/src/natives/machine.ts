/** What a page is told of the machine: the same everywhere, as pages draw less where they find little of it, and lanes may be on several. */
import { replaceGetter } from './wrap-natives.js';

/** Of a usual desktop, which a page is made and looked at on. */
const CORES = 8;
/** Gigabytes; a browser tells no more (Device Memory, 2.1). */
const MEMORY = 8;

/** Before any script of the document or worker. */
export function hideMachine(): void {
  const owner = Object.getPrototypeOf(navigator) as object;
  replaceGetter(owner, 'hardwareConcurrency', () => CORES);
  // Told to secure addresses alone.
  replaceGetter(owner, 'deviceMemory', () => MEMORY);
}
