/** Pictures that appear while frames are shown: CSS images and changed sources (reference: composition-format 7.6). */

import { ownStyle } from '../document/own-elements.js';
import { isStyle, type StyleChanges } from '../document/style-changes.js';
import { sheetsIn, type Trees } from '../document/trees.js';
import {
  NativeImage,
  NativeMutationObserver,
  NativePromise,
  nativeComputedStyle,
  ruleStyle,
} from '../natives/natives.js';
import { DECLARED_CHANGES, linksOf } from './declared-pictures.js';
import { givesParts, holdFileParts } from './file-parts.js';
import { type Keyframes, watchKeyframePictures } from './keyframe-pictures.js';

/** How something is asked for: as a picture, as one that may be read, or as a file of parts. Each is another request to the browser. */
type Manner = 'shown' | 'read' | 'part';

/** Properties that show a picture or a part of a file. */
const MANNERS = {
  'background-image': 'shown',
  'mask-image': 'read',
  'border-image-source': 'shown',
  'list-style-image': 'shown',
  content: 'shown',
  'shape-outside': 'read',
  '-webkit-mask-box-image-source': 'shown',
  '-webkit-box-reflect': 'shown',
  filter: 'part',
} as const satisfies Readonly<Record<string, Manner>>;
type Property = keyof typeof MANNERS;
const PROPERTIES = Object.keys(MANNERS) as Property[];

/** A picture or a file, and how it is asked for. */
interface Asked {
  readonly url: string;
  readonly manner: Manner;
}

export interface FreshImages {
  /** Begins loading every picture that a style sheet names: a rule may show it on any frame. */
  adopt(): void;
  /** What of it is still loading, in words. */
  loading(): string[];
  /** What pictures that this frame shows for the first time need; empty when all are there. */
  waits(): Promise<unknown>[];
}

/** Attributes that change which picture or part of a file an element shows; the last three are those of `picture` and `srcset`. */
const ATTRIBUTES = ['style', 'src', 'href', 'filter', 'srcset', 'sizes', 'media', 'type'];

/** Runs of plain characters are one class each: a choice for every character fills the engine's stack at some megabytes of a `data:` URL. */
const URL_TOKEN =
  /url\(\s*(?:"([^"\\]*(?:\\.[^"\\]*)*)"|'([^'\\]*(?:\\.[^'\\]*)*)'|([^)\s]*))\s*(?:cross-origin\([a-z-]*\)\s*)?\)/g;

function urlsOf(value: string, base: string): string[] {
  return [...value.matchAll(URL_TOKEN)].flatMap((match) => {
    return addressOf((match[1] ?? match[2] ?? match[3] ?? '').replace(/\\(.)/g, '$1'), base);
  });
}

/** None where there is none: a fragment alone names a part of this document, such as a mask. */
function addressOf(written: string, base: string): string[] {
  if (written === '' || written.startsWith('#')) return [];
  return URL.canParse(written, base) ? [new URL(written, base).href] : [];
}

/** What a style shows, by these of its properties. */
function askedBy(style: CSSStyleDeclaration, properties: readonly string[], base: string): Asked[] {
  return properties.flatMap((property) =>
    urlsOf(style.getPropertyValue(property), base).map((url) => ({
      url,
      manner: MANNERS[property as Property] ?? 'shown',
    })),
  );
}

/** Those that may show a picture, and custom ones, which may hold one for them. Asked of each style that a tween has written: no text is made. */
function propertiesOf(style: CSSStyleDeclaration): readonly string[] {
  const custom: string[] = [];
  for (let index = 0; index < style.length; index += 1) {
    const name = style[index] as string;
    if (name.startsWith('--')) custom.push(name);
  }
  return custom.length === 0 ? PROPERTIES : [...PROPERTIES, ...custom];
}

/** What keyframes of a script show: read as a style, which takes their shorthands apart. */
function askedByKeyframes(keyframes: Keyframes, base: string): Asked[] {
  const style = ownStyle();
  return keyframes.flatMap((keyframe) => {
    style.cssText = '';
    for (const [name, value] of Object.entries(keyframe))
      if (typeof value === 'string' && value.includes('url(')) style.setProperty(cssName(name), value);
    return askedBy(style, propertiesOf(style), base);
  });
}

/** Of a property that scripts call `backgroundImage`; custom ones keep their name. */
const cssName = (name: string): string =>
  name.startsWith('--') ? name : name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Every picture that the rules of a sheet name; a sheet of another origin does not show its rules. */
function askedBySheet(sheet: CSSStyleSheet, base: string): Asked[] {
  const from = sheet.href ?? base;
  const walk = (rules: CSSRuleList): Asked[] =>
    [...rules].flatMap((rule) => {
      if (rule instanceof CSSImportRule) return rule.styleSheet === null ? [] : askedBySheet(rule.styleSheet, from);
      const { cssRules } = rule as { cssRules?: CSSRuleList };
      const style = ruleStyle(rule);
      const own = style === undefined ? [] : askedBy(style, propertiesOf(style), from);
      return cssRules === undefined ? own : [...own, ...walk(cssRules)];
    });
  try {
    return walk(sheet.cssRules);
  } catch {
    return [];
  }
}

/** How many it has; none where it is of another origin, or not there yet. */
function rulesOf(sheet: CSSStyleSheet): number {
  try {
    return sheet.cssRules.length;
  } catch {
    return 0;
  }
}

/** Resolves when a picture is there or cannot be had; its decode is left to raster, which waits for it. */
function loaded(image: HTMLImageElement): Promise<unknown> {
  return new NativePromise((resolve) => {
    image.addEventListener('load', resolve, { once: true });
    image.addEventListener('error', resolve, { once: true });
  });
}

/** Images whose picture an element decides on: itself, or those that its sources are for. */
function imagesOf(element: Element): readonly HTMLImageElement[] {
  if (element instanceof HTMLImageElement) return [element];
  const picture = element instanceof HTMLSourceElement ? element.parentElement : element;
  return picture instanceof HTMLPictureElement
    ? ([...picture.querySelectorAll(':scope > img')] as HTMLImageElement[])
    : [];
}

/** What an image of an SVG, a filter or a button shows: they do not tell whether that is there. */
function shownBy(element: Element): readonly string[] {
  if (element instanceof HTMLInputElement)
    return element.type === 'image' ? addressOf(element.src, document.baseURI) : [];
  return element instanceof SVGImageElement || element instanceof SVGFEImageElement
    ? addressOf(element.href.baseVal, document.baseURI)
    : [];
}
const MAY_SHOW = 'img, image, feImage, input[type="image" i], [style*="url("]';

/** Files of which an element of an SVG shows a part, by what stands in its attributes. */
function partsBy(element: Element): readonly string[] {
  if (!(element instanceof SVGElement)) return [];
  return [
    ...(element instanceof SVGUseElement ? addressOf(element.href.baseVal, document.baseURI) : []),
    ...urlsOf(element.getAttribute('filter') ?? '', document.baseURI),
  ];
}
const MAY_TAKE_PARTS = 'use, [filter*="url("]';

/** What an animation that an SVG declares brings: it may do so in any frame. */
function broughtBy(element: Element): readonly Asked[] {
  const urls = linksOf(element).flatMap((link) => addressOf(link, document.baseURI));
  if (urls.length === 0) return [];
  const manner = (element as SVGAnimationElement).targetElement instanceof SVGUseElement ? 'part' : 'shown';
  return urls.map((url) => ({ url, manner }));
}

/** What stands in an element of an SVG and in its attributes, and may show a picture or a part of another file without a word in its style. */
const inGraphic = (element: Element): readonly Asked[] => [
  ...partsBy(element).map((url) => ({ url, manner: 'part' as const })),
  ...broughtBy(element),
];
const MAY_BE_IN_GRAPHIC = `${MAY_TAKE_PARTS}, ${DECLARED_CHANGES}`;

/** Who hears of pictures. */
export interface PictureLookers {
  /** Of each that CSS names. */
  onPicture(url: string): void;
  /** Of each image that has got its picture while frames are shown. Returns what the frame waits for. */
  onImage(image: HTMLImageElement): Promise<unknown> | undefined;
}

export function createFreshImages(
  trees: Trees,
  styles: StyleChanges,
  { onPicture, onImage }: PictureLookers,
): FreshImages {
  /** Kept alive, so that the browser shows them at once when a style names them. */
  const keepers: HTMLImageElement[] = [];
  const parts = holdFileParts();
  /** By manner and address, as the next. */
  const asked = new Set<string>();
  const open = new Map<string, Promise<unknown>>();
  /** With how many rules each was seen: rules that a script puts in the place of as many others are not looked at. */
  const seenSheets = new WeakMap<CSSStyleSheet, number>();
  let seenStyles = -1;
  let sheetsMayBeNew = false;
  const seenValues = new Set<string>();
  /**
   * What a frame was found to need and is not there yet. A seek that nobody waits for, as when a length is looked for, leaves
   * some: the frames after it wait.
   */
  const owed = new Set<Promise<unknown>>();
  let pending: MutationRecord[] = [];
  const observer = new NativeMutationObserver((records) => {
    pending.push(...records);
  });
  trees.each((tree) => {
    observer.observe(tree, { subtree: true, childList: true, attributeFilter: ATTRIBUTES });
    sheetsMayBeNew = true;
  });

  const keepPicture = (url: string, manner: Manner): Promise<unknown> => {
    const keeper = new NativeImage();
    keepers.push(keeper);
    onPicture(url);
    if (manner === 'read') keeper.crossOrigin = 'anonymous';
    const done = loaded(keeper);
    keeper.src = url;
    return done;
  };

  const load = ({ url: address, manner }: Asked): Promise<unknown> | undefined => {
    if (manner === 'part' && !givesParts(address)) return undefined;
    const url = manner === 'part' ? address.replace(/#.*/s, '') : address;
    const key = `${manner} ${url}`;
    if (asked.has(key)) return open.get(key);
    asked.add(key);
    // What cannot be had is told by whoever serves it.
    const done = (manner === 'part' ? parts.hold(url) : keepPicture(url, manner)).then(() => open.delete(key));
    open.set(key, done);
    return done;
  };

  /** What an element's own style shows, if its words are new. */
  const freshOf = (element: Element): Asked[] => {
    const { style } = element as { style?: CSSStyleDeclaration };
    if (style === undefined) return [];
    const properties = propertiesOf(style);
    const values = properties
      .map((property) => style.getPropertyValue(property))
      .filter((value) => value.includes('url('));
    if (values.length === 0) return [];
    const words = values.join();
    if (seenValues.has(words)) return [];
    seenValues.add(words);
    return askedBy(nativeComputedStyle(element), properties, document.baseURI);
  };

  const ready = (image: HTMLImageElement): Promise<unknown> | undefined => {
    if (image.classList.contains('__render_frame__')) return undefined;
    return image.complete ? onImage(image) : loaded(image).then(() => onImage(image));
  };

  const waitsFor = (element: Element): (Promise<unknown> | undefined)[] => [
    ...freshOf(element).map(load),
    ...imagesOf(element).map(ready),
    ...shownBy(element).map((url) => load({ url, manner: 'shown' })),
    ...inGraphic(element).map(load),
  ];

  const owe = (waits: readonly (Promise<unknown> | undefined)[]): void => {
    for (const wait of waits) {
      if (wait === undefined) continue;
      owed.add(wait);
      wait.then(() => owed.delete(wait));
    }
  };

  /** What sheets show that have come, or have got more rules. */
  const loadOfSheets = (): (Promise<unknown> | undefined)[] => {
    sheetsMayBeNew = false;
    return [...trees.now()].flatMap(sheetsIn).flatMap((sheet) => {
      const rules = rulesOf(sheet);
      if (seenSheets.get(sheet) === rules) return [];
      seenSheets.set(sheet, rules);
      return askedBySheet(sheet, document.baseURI).map(load);
    });
  };

  watchKeyframePictures((keyframes) => owe(askedByKeyframes(keyframes, document.baseURI).map(load)));

  return {
    adopt() {
      loadOfSheets();
      for (const tree of trees.now()) {
        for (const element of tree.querySelectorAll('[style*="url("]'))
          for (const fresh of freshOf(element)) load(fresh);
        for (const element of tree.querySelectorAll(MAY_BE_IN_GRAPHIC))
          for (const brought of inGraphic(element)) load(brought);
      }
    },
    loading: () =>
      [...open.keys()]
        .map((key) => key.replace(/^\w+ /, ''))
        .map((url) => `image ${url.length > 120 ? `${url.slice(0, 117)}…` : url}`),
    waits() {
      const records = [...pending, ...observer.takeRecords()];
      pending = [];
      for (const record of records) {
        if (record.type === 'attributes') {
          owe(waitsFor(record.target as Element));
          continue;
        }
        sheetsMayBeNew ||= isStyle(record.target);
        // A source that comes or goes.
        if (record.target instanceof HTMLPictureElement) owe(waitsFor(record.target));
        for (const node of record.addedNodes) {
          if (!(node instanceof Element)) continue;
          sheetsMayBeNew ||= isStyle(node) || node.querySelector('style, link') !== null;
          for (const element of [node, ...node.querySelectorAll(`${MAY_SHOW}, ${MAY_BE_IN_GRAPHIC}`)])
            owe(waitsFor(element));
        }
      }
      const count = styles.count();
      if (sheetsMayBeNew || count !== seenStyles) owe(loadOfSheets());
      seenStyles = count;
      return [...owed];
    },
  };
}
