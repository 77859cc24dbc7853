/**
 * The root's background as a picture: a gradient that stands still is drawn once, and copied for each frame instead of
 * computed (docs/decisions/backdrop.md). The picture is painted as the root's border image, in the place of its background.
 */

import type { StyleChanges } from '../../document/style-changes.js';
import type { Trees } from '../../document/trees.js';
import { NativeImage, nativeComputedStyle } from '../../natives/natives.js';
import { attributesOf, childrenOf, isMatch } from '../../natives/own-properties.js';
import type { StyleReaders } from '../../scope/style-readers.js';
import { STRONG } from '../../style/page-style.js';
import { copyBackground } from '../move/background.js';
import { compoundsOf, selectorParts, withoutPseudoClasses } from '../readable/selectors.js';
import { styleTexts } from '../readable/style-texts.js';
import type { Ring } from '../workers/ring.js';
import type { Painting } from '../workers/worker-messages.js';
import { hasPlainGradient, stateOf } from './backdrop-facts.js';

// Taken before any script of the page (natives.ts); these are needed here only.
const NativeBlob = Blob;
const NativeSheet = CSSStyleSheet;
const objectUrl = URL.createObjectURL.bind(URL);
const revokeUrl = URL.revokeObjectURL.bind(URL);

export interface Backdrop {
  /** A script has written the style of an element, which may take over what is set for the root. */
  restyled(element: Element): void;
  /** Whether the picture has just ceased to be what the root's background is: from here on the browser draws that itself. */
  outdated(): boolean;
}

export interface BackdropParts {
  readonly root: HTMLElement;
  /** The surface's own. */
  readonly canvas: HTMLElement;
  readonly trees: Trees;
  readonly styles: StyleChanges;
  readonly readers: StyleReaders;
  readonly ring: Ring;
  readonly width: number;
  readonly height: number;
  /** What the page looks like at its next painting. */
  capture(): Promise<Painting>;
  /** An element of ours in the canvas at its next painting. */
  captureElement(element: HTMLElement): Promise<Painting>;
}

/** What a backdrop sets for the root. */
const COVERED = /background(?:-size)?\s*:|border-image/i;
/** Selectors by which a rule comes to be for an element without a change of its own attributes or of those around it. */
const BY_OTHERS =
  /[+~]|:(?:has|checked|focus|target|empty|valid|invalid|user-|enabled|disabled|open|placeholder|hover|active|nth|first|last|only)/;
const HANDED_ON = /(?:background|border-image)[\w-]*\s*:[^;}]*\binherit/i;
/** Paintings until the picture, which is loaded, must have appeared. */
const PAINTINGS = 3;
/** The root where a surface has put it. */
const ROOT = `ff-surface-ground > [data-composition-id]${STRONG}`;

/** Null where the background is not one that may be replaced, or its picture does not give the same pixels. */
export async function openBackdrop(parts: BackdropParts): Promise<Backdrop | null> {
  const { root, trees, styles, readers, ring, width, height } = parts;
  const roots = [...document.querySelectorAll(ROOT)];
  if (roots.length !== 1 || roots[0] !== root || readers.asked(root)) return null;
  if (!hasPlainGradient(root, width, height) || hangsOnRules(trees, root)) return null;
  const url = await pictureOf(parts);
  if (url === null) return null;
  const before = await parts.capture();
  const sheet = new NativeSheet();
  document.adoptedStyleSheets.push(sheet);
  // A background without a size is not drawn, and can still be read; a border image takes no space.
  sheet.replaceSync(
    `${ROOT} { background-size: 0 0 !important; border-image: url("${url}") 0 fill / 0 / 0 stretch !important; }`,
  );
  const drop = (): void => {
    sheet.replaceSync('');
    revokeUrl(url);
  };
  const equal = !isInherited(root) && (await ring.same(before, parts.capture, PAINTINGS));
  if (equal && !readers.asked(root)) return watch(root, readers, styles, drop);
  drop();
  return null;
}

/** Whether a child takes over what the rule states: it would lose a background of its own. */
function isInherited(root: HTMLElement): boolean {
  const covered = ({ backgroundSize, borderImageSource }: CSSStyleDeclaration): boolean =>
    backgroundSize.startsWith('0px') || borderImageSource.includes('blob:');
  return (
    [...childrenOf(root)].some((child) => covered(nativeComputedStyle(child))) ||
    ['::before', '::after'].some((pseudo) => covered(nativeComputedStyle(root, pseudo)))
  );
}

/** Whether a rule may come to hand the root's background on, or to set it by what the root holds. */
function hangsOnRules(trees: Trees, root: Element): boolean {
  for (const style of styleTexts(trees)) {
    if (style.kind === 'unreadable' || HANDED_ON.test(style.text)) return true;
    if (style.kind !== 'rule' || !COVERED.test(style.text)) continue;
    if (BY_OTHERS.test(style.selector) && mayMatch(root, style.selector)) return true;
  }
  return false;
}

/** Whether a selector is for the root by what it says of the root's own name, identity and attributes. */
function mayMatch(root: Element, selector: string): boolean {
  return selectorParts(selector).some((part) => {
    try {
      return isMatch(root, withoutPseudoClasses(compoundsOf(part).at(-1) ?? ''));
    } catch {
      return true;
    }
  });
}

function watch(root: HTMLElement, readers: StyleReaders, styles: StyleChanges, drop: () => void): Backdrop {
  const around = [document.documentElement, document.body];
  const attributesAround = (): string =>
    around.flatMap((element) => [...attributesOf(element)].map(({ name, value }) => `${name}=${value}`)).join('\n');
  const stateNow = (): string => [stateOf(root), styles.count(), attributesAround()].join('\n');
  const state = stateNow();
  let held = true;
  const end = (): void => {
    if (held) drop();
    held = false;
  };
  readers.beforeAnswer(root, end);
  return {
    restyled(element) {
      if (held && element.parentNode === root && HANDED_ON.test(element.getAttribute('style') ?? '')) end();
    },
    outdated() {
      if (!held || stateNow() === state) return false;
      end();
      return true;
    },
  };
}

/** The address of a picture of the root's background alone; null when it is not opaque, or the page may not load it. */
async function pictureOf({ root, canvas, ring, width, height, captureElement }: BackdropParts): Promise<string | null> {
  const plate = document.createElement('ff-surface');
  plate.style.cssText = `display:block;visibility:visible;position:absolute;left:0;top:0;width:${width}px;height:${height}px;overflow:hidden`;
  copyBackground(root, plate);
  canvas.append(plate);
  const drawn = await captureElement(plate);
  plate.remove();
  const bitmap = await ring.bitmap(drawn);
  if (bitmap === null) return null;
  const url = objectUrl(new NativeBlob([bitmap], { type: 'image/bmp' }));
  const image = new NativeImage();
  image.src = url;
  return image.decode().then(
    () => url,
    () => {
      revokeUrl(url);
      return null;
    },
  );
}
