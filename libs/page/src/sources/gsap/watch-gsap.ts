/**
 * Hears of each copy of GSAP before the next script of the page can use it. Files of nested compositions often load one of their own,
 * which takes the place of the one before in `window.gsap`, whose timelines and ticker live on.
 */
import { afterEachScript } from '../libraries/after-scripts.js';

const copies = new Set<unknown>();
let hears: (gsap: unknown) => void = () => {};

function look(): void {
  const { gsap } = window as { gsap?: unknown };
  if (gsap === undefined || copies.has(gsap)) return;
  copies.add(gsap);
  hears(gsap);
}

/** Every value that was seen in `window.gsap`, the first one first, and the one that is there now. */
export function gsapCopies(): readonly unknown[] {
  look();
  return [...copies];
}

/** Tells of each copy once. */
export function watchGsap(found: (gsap: unknown) => void): void {
  hears = found;
  afterEachScript(look);
}
