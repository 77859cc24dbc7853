/** Hears of each copy of GSAP before any script of the page can use it. */

export function watchGsap(found: (gsap: unknown) => void): void {
  let current: unknown;
  Object.defineProperty(window, 'gsap', {
    configurable: true,
    enumerable: true,
    get: () => current,
    set(value: unknown) {
      current = value;
      found(value);
    },
  });
}
