/** Where the pictures of a page go, besides to the browser's own captures. */
import type { Surface } from '../surface/surface.js';
import type { Tap } from '../tap/tap.js';

/** Null until one is opened. */
export interface Outlets {
  surface: Surface | null;
  tap: Tap | null;
}
