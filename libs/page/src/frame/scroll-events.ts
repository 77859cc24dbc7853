/**
 * What a script scrolls while a frame is shown is told to the page with the browser's next frame, which also sets animations that follow
 * scrolling, and to intersection observers after that. Pages that listen, or have such animations, are shown what comes of it in the frame in
 * which they scroll, on every way of capture.
 */
import { NativePromise, nativeRaf, nativeTurn } from '../natives/natives.js';
import { wrapConstructor, wrapMethod, wrapSetter } from '../natives/wrap-natives.js';

const TOLD = ['scroll', 'scrollend'];
const IN_MARKUP = TOLD.map((type) => `[on${type}]`).join();

export interface ScrollEvents {
  /** A frame is about to be shown. */
  begin(): void;
  /**
   * What the frame that was shown waits for: that the page has been told; empty where nothing was scrolled, or nobody listens and
   * no animation follows.
   */
  waits(isFollowed: boolean): Promise<void>[];
}

/** Resolves when the browser has told of all that had been scrolled. */
export async function nextFrame(): Promise<void> {
  await new NativePromise<void>((resolve) => nativeRaf(() => resolve()));
  await nativeTurn();
}

/** Call it before any script of the page. `told` is {@link nextFrame} of the page. */
export function watchScrollEvents(told = nextFrame): ScrollEvents {
  let isScrolled = false;
  let isHeard = false;
  const scrolls = (): void => {
    isScrolled = true;
  };
  for (const owner of [window, Element.prototype]) {
    for (const name of ['scroll', 'scrollTo', 'scrollBy', 'scrollIntoView', 'scrollIntoViewIfNeeded']) {
      wrapMethod(owner, name, scrolls);
    }
  }
  for (const name of ['scrollTop', 'scrollLeft']) wrapSetter(Element.prototype, name, scrolls);
  const hears = (): void => {
    isHeard = true;
  };
  wrapMethod(EventTarget.prototype, 'addEventListener', (_self, _result, [type]) => {
    if (TOLD.includes(String(type))) hears();
  });
  for (const owner of [window, Document.prototype, HTMLElement.prototype, SVGElement.prototype, Element.prototype]) {
    for (const type of TOLD) wrapSetter(owner, `on${type}`, hears);
  }
  wrapConstructor('IntersectionObserver', hears);
  return {
    begin() {
      isScrolled = false;
    },
    waits: (isFollowed) =>
      isScrolled && (isFollowed || isHeard || document.querySelector(IN_MARKUP) !== null) ? [told()] : [],
  };
}
