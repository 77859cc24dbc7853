/**
 * Hears of each copy of GSAP before the next script of the page can use it. Files of nested compositions often load one of their own,
 * which takes the place of the one before in `window.gsap`, whose timelines and ticker live on.
 */
import { NativeMutationObserver } from '../../natives/natives.js';

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

/**
 * Looks after each script: a property that hears when it is set would be there where no script brought GSAP, and a page that lacks it
 * would fail with other words than `gsap is not defined`, by which its author looks for the cause.
 */
export function watchGsap(found: (gsap: unknown) => void): void {
  hears = found;
  // Of a script with an address, as soon as it has run.
  document.addEventListener('load', look, true);
  // Of one in the document, before what follows it runs: the parser tells of the next script before it starts it.
  const inserted = new NativeMutationObserver(look);
  inserted.observe(document, { childList: true, subtree: true });
  document.addEventListener('DOMContentLoaded', () => {
    look();
    inserted.disconnect();
  });
}
