/**
 * The copies of GSAP that scripts bring to a page. Files of nested compositions often load one of their own, which takes
 * the place of the one before in `window.gsap`, whose timelines and ticker live on.
 */
import { giveEases } from './gsap-eases.js';

const copies = new Set<unknown>();

/** Every value that stood in `window.gsap`, the first one first. */
export const gsapCopies = (): readonly unknown[] => [...copies];

/** Watches `window.gsap` from before any script on, and gives each copy its eases before any tween asks for one. */
export function watchGsap(): void {
  let current: unknown;
  Object.defineProperty(window, 'gsap', {
    configurable: true,
    enumerable: true,
    get: () => current,
    set(value: unknown) {
      current = value;
      copies.add(value);
      giveEases(value);
    },
  });
}
