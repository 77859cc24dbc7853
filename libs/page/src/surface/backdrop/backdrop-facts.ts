/** Which root may have its background drawn as a picture, and what must stay as it was for that to be the same. */

import { nativeAnimationsOf, nativeComputedStyle } from '../../natives/natives.js';
import { attributesOf } from '../../natives/own-properties.js';

/** Values with which the root's pixels are drawn where they lie, and with which nothing is painted on its background. */
const PLAIN: Readonly<Record<string, string>> = {
  'background-attachment': 'scroll',
  'background-blend-mode': 'normal',
  'background-size': 'auto',
  'border-image-source': 'none',
  'border-top-width': '0px',
  'border-right-width': '0px',
  'border-bottom-width': '0px',
  'border-left-width': '0px',
  'border-top-left-radius': '0px',
  'border-top-right-radius': '0px',
  'border-bottom-left-radius': '0px',
  'border-bottom-right-radius': '0px',
  'box-shadow': 'none',
  opacity: '1',
  visibility: 'visible',
  'content-visibility': 'visible',
  transform: 'none',
  translate: 'none',
  rotate: 'none',
  scale: 'none',
  zoom: '1',
  'offset-path': 'none',
  filter: 'none',
  'backdrop-filter': 'none',
  'mix-blend-mode': 'normal',
  'clip-path': 'none',
  clip: 'auto',
  'mask-image': 'none',
  '-webkit-box-reflect': 'none',
  'image-rendering': 'auto',
  'animation-name': 'none',
  'transition-duration': '0s',
};
/** What else makes up the background. */
const BACKGROUND = ['image', 'color', 'position', 'repeat', 'origin', 'clip'].map((name) => `background-${name}`);
const WATCHED = [...Object.keys(PLAIN), ...BACKGROUND, 'display'];

const DISPLAY = /^(?:block|flow-root|flex|grid)$/;
const BOX = /^(?:border|padding)-box$/;
const GRADIENT = /^(?:repeating-)?(?:linear|radial|conic)-gradient\(/;
/** Values that are loaded, or differ by the moment. */
const LOADED = /url\(|image-set\(|cross-fade\(|paint\(|element\(/;

/** Layers of a list, commas within brackets left alone. */
const layers = (value: string): string[] => value.split(/,\s*(?![^(]*\))/);

/** A gradient that fills exactly the surface, on a root that is drawn as it is. */
export function hasPlainGradient(root: HTMLElement, width: number, height: number): boolean {
  const style = nativeComputedStyle(root);
  const value = (name: string): string => style.getPropertyValue(name);
  const { left, top, right, bottom } = root.getBoundingClientRect();
  return (
    left === 0 &&
    top === 0 &&
    right === width &&
    bottom === height &&
    GRADIENT.test(value('background-image')) &&
    !LOADED.test(value('background-image')) &&
    DISPLAY.test(value('display')) &&
    layers(value('background-origin')).every((box) => BOX.test(box)) &&
    layers(value('background-clip')).every((box) => BOX.test(box)) &&
    Object.entries(PLAIN).every(([name, plain]) => layers(value(name)).every((layer) => layer === plain)) &&
    nativeAnimationsOf(root).length === 0
  );
}

/** Everything by which the look of the root's background could change, as a text to compare. */
export function stateOf(root: HTMLElement): string {
  const style = nativeComputedStyle(root);
  const { left, top, right, bottom } = root.getBoundingClientRect();
  const parts: unknown[] = WATCHED.map((name) => style.getPropertyValue(name));
  parts.push(left, top, right, bottom, nativeAnimationsOf(root).length);
  // What the rule of a backdrop covers cannot be read from the computed style.
  parts.push(root.style.backgroundSize, root.style.borderImage);
  for (const { name, value } of attributesOf(root)) if (name !== 'style') parts.push(name, value);
  return parts.join('\n');
}
