/** Where the elements are whose shadows and filters no tile should cut. */
import { nativeComputedStyle } from '../../natives/natives.js';
import { dearPlaces, type LaidOut, parseFilterReach, parseShadows, type Shadow } from './reach.js';
import type { Box } from './tiles.js';

/**
 * Gives their places as they are laid out now, in pixels of the picture, `scale` for each of the page, from `origin`'s upper left
 * corner; what does not show has none.
 */
export function placesOf(elements: readonly Element[], origin: Element, scale: number): () => Box[] {
  const shadowsOf = remembered(parseShadows);
  const filterReachOf = remembered(parseFilterReach);
  return () => {
    if (elements.length === 0) return [];
    const corner = origin.getBoundingClientRect();
    return elements.flatMap((element) => {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
      const { boxShadow, filter } = nativeComputedStyle(element);
      const shadows: readonly Shadow[] = shadowsOf(boxShadow);
      const filterReach = filterReachOf(filter);
      if (shadows.length === 0 && filterReach === 0) return [];
      return dearPlaces(laidOut(element, origin, corner), shadows, filterReach).map((place) => grown(place, scale));
    });
  };
}

const grown = ({ left, top, right, bottom }: Box, scale: number): Box => ({
  left: left * scale,
  top: top * scale,
  right: right * scale,
  bottom: bottom * scale,
});

/** An element without a size of its own, as of SVG, is taken as it is seen. */
function laidOut(element: Element, origin: Element, corner: DOMRect): LaidOut {
  const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
  const { offsetWidth = width, offsetHeight = height } = element as Partial<HTMLElement>;
  return {
    left: left - corner.left,
    top: top - corner.top,
    right: right - corner.left,
    bottom: bottom - corner.top,
    own: { width: offsetWidth, height: offsetHeight },
    upright: isUpright(element, origin),
  };
}

function isUpright(element: Element, origin: Element): boolean {
  for (let at: Element | null = element; at !== null && at !== origin; at = at.parentElement) {
    const { transform, rotate, offsetPath } = nativeComputedStyle(at);
    if (rotate !== 'none' || offsetPath !== 'none') return false;
    if (transform !== 'none' && !/^matrix\([^,]+, 0, 0, /.test(transform)) return false;
  }
  return true;
}

/** A style mostly stays what it was in the frame before. */
function remembered<Value>(parse: (text: string) => Value): (text: string) => Value {
  let last: { readonly text: string; readonly value: Value } | null = null;
  return (text) => {
    if (last?.text !== text) last = { text, value: parse(text) };
    return last.value;
  };
}
