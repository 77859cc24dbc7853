/**
 * Filters that take the colour of text (`currentcolor`). It could tell which links were visited, so that a recorded painting leaves the
 * whole filter out (docs/decisions/surface-capture.md).
 */
import type { Trees } from '../../document/trees.js';
import { nativeComputedStyle } from '../../natives/natives.js';

export const TEXT_COLOUR = /currentcolor/i;

const LENGTH = String.raw`(?:[-+.\d][\w.%]*|calc\([^()]*\))`;

/** A shadow without a colour has that of the text. */
export const TEXT_SHADE = new RegExp(
  String.raw`drop-shadow\(\s*${LENGTH}(?:\s+${LENGTH}){1,2}\s*\)|drop-shadow\([^;}]*currentcolor`,
  'i',
);
/** One of which a variable may be the colour of the text. */
export const VARIABLE_SHADE = /drop-shadow\([^;}]*\bvar\(/i;

/** Whether no shadow of an element has the very colour of its text. */
export const otherColourNow =
  () =>
  (element: Element): boolean => {
    const { filter, color } = nativeComputedStyle(element);
    return !filter.includes(`drop-shadow(${color} `);
  };

const COLOURED = ['feFlood', 'feDropShadow', 'feDiffuseLighting', 'feSpecularLighting'];

/** Of attributes of filters, which are no styles; in words, or null. */
export function textColourObstacle(trees: Trees): string | null {
  for (const tree of trees.now()) {
    for (const name of COLOURED) {
      // Lists that the browser keeps, as there are few of them.
      const parts = tree === document ? document.getElementsByTagName(name) : tree.querySelectorAll(name);
      for (const part of parts) {
        const colours = ['flood-color', 'lighting-color'].map((attribute) => part.getAttribute(attribute) ?? '');
        if (colours.some((colour) => TEXT_COLOUR.test(colour))) return `a filter has the colour of text (<${name}>)`;
      }
    }
  }
  return null;
}
