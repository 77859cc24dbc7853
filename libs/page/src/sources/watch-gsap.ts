/**
 * Hears of each copy of GSAP before any script of the page can use it. Files of nested compositions often load one of their own,
 * which takes the place of the one before in `window.gsap`, whose timelines and ticker live on.
 */

const copies = new Set<unknown>();

/** Every value that stood in `window.gsap`, the first one first. */
export const gsapCopies = (): readonly unknown[] => [...copies];

export function watchGsap(found: (gsap: unknown) => void): void {
  let current: unknown;
  Object.defineProperty(window, 'gsap', {
    configurable: true,
    enumerable: true,
    get: () => current,
    set(value: unknown) {
      current = value;
      copies.add(value);
      found(value);
    },
  });
}
