/** Pictures that appear while frames are shown: CSS images and changed sources (reference: composition-format 7.6). */

import { sheetsIn, type Trees } from '../document/trees.js';
import {
  NativeImage,
  NativeMutationObserver,
  NativePromise,
  nativeComputedStyle,
  ruleStyle,
} from '../natives/natives.js';

/** Properties that show a picture. */
const PROPERTIES = ['background-image', 'mask-image', 'border-image-source', 'list-style-image', 'content'] as const;

export interface FreshImages {
  /** Begins loading every picture that a style sheet names: a rule may show it on any frame. */
  adopt(): void;
  /** What of it is still loading, in words. */
  loading(): string[];
  /** What pictures that this frame shows for the first time need; empty when all are there. */
  waits(): Promise<unknown>[];
}

/** Attributes that change which picture an element shows; the last three are those of `picture` and `srcset`. */
const ATTRIBUTES = ['style', 'src', 'href', 'srcset', 'sizes', 'media', 'type'];

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

/** Every picture that the rules of a sheet name; a sheet of another origin does not show its rules. */
function urlsOfSheet(sheet: CSSStyleSheet, base: string): string[] {
  const from = sheet.href ?? base;
  const walk = (rules: CSSRuleList): string[] =>
    [...rules].flatMap((rule) => {
      if (rule instanceof CSSImportRule) return rule.styleSheet === null ? [] : urlsOfSheet(rule.styleSheet, from);
      const { cssRules } = rule as { cssRules?: CSSRuleList };
      const style = ruleStyle(rule);
      const own =
        style === undefined ? [] : PROPERTIES.flatMap((property) => urlsOf(style.getPropertyValue(property), from));
      return cssRules === undefined ? own : [...own, ...walk(cssRules)];
    });
  try {
    return walk(sheet.cssRules);
  } catch {
    return [];
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

/** What an image of an SVG shows: it does not tell whether that is there. */
function imageInGraphic(element: Element): readonly string[] {
  return element instanceof SVGImageElement ? addressOf(element.href.baseVal, document.baseURI) : [];
}

/** Who hears of pictures. */
export interface PictureLookers {
  /** Of each that CSS names. */
  onPicture(url: string): void;
  /** Of each image that has got its picture while frames are shown. Returns what the frame waits for. */
  onImage(image: HTMLImageElement): Promise<unknown> | undefined;
}

export function createFreshImages(trees: Trees, { onPicture, onImage }: PictureLookers): FreshImages {
  /** Kept alive, so that the browser shows them at once when a style names them. */
  const keepers = new Map<string, HTMLImageElement>();
  const open = new Map<string, Promise<unknown>>();
  const seenSheets = new Set<CSSStyleSheet>();
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
  });

  const load = (url: string): Promise<unknown> | undefined => {
    if (keepers.has(url)) return open.get(url);
    const keeper = new NativeImage();
    keepers.set(url, keeper);
    onPicture(url);
    // A picture that cannot be had is told by whoever serves it.
    const done = loaded(keeper).then(() => open.delete(url));
    keeper.src = url;
    open.set(url, done);
    return done;
  };

  /** Urls that an element's own style names, if its words are new. */
  const freshOf = (element: Element): string[] => {
    const { style } = element as { style?: CSSStyleDeclaration };
    if (style === undefined) return [];
    const values = PROPERTIES.map((property) => style.getPropertyValue(property)).filter((value) =>
      value.includes('url('),
    );
    if (values.length === 0) return [];
    const words = values.join();
    if (seenValues.has(words)) return [];
    seenValues.add(words);
    const computed = nativeComputedStyle(element);
    return PROPERTIES.flatMap((property) => urlsOf(computed.getPropertyValue(property), document.baseURI));
  };

  const ready = (image: HTMLImageElement): Promise<unknown> | undefined => {
    if (image.classList.contains('__render_frame__')) return undefined;
    return image.complete ? onImage(image) : loaded(image).then(() => onImage(image));
  };

  const waitsFor = (element: Element): (Promise<unknown> | undefined)[] => [
    ...freshOf(element).map(load),
    ...imagesOf(element).map(ready),
    ...imageInGraphic(element).map(load),
  ];

  const owe = (waits: readonly (Promise<unknown> | undefined)[]): void => {
    for (const wait of waits) {
      if (wait === undefined) continue;
      owed.add(wait);
      wait.then(() => owed.delete(wait));
    }
  };

  return {
    adopt() {
      for (const tree of trees.now()) {
        for (const sheet of sheetsIn(tree)) {
          if (seenSheets.has(sheet)) continue;
          seenSheets.add(sheet);
          for (const url of urlsOfSheet(sheet, document.baseURI)) load(url);
        }
        for (const element of tree.querySelectorAll('[style*="url("]')) for (const url of freshOf(element)) load(url);
      }
    },
    loading: () => [...open.keys()].map((url) => `image ${url.length > 120 ? `${url.slice(0, 117)}…` : url}`),
    waits() {
      const records = [...pending, ...observer.takeRecords()];
      pending = [];
      for (const record of records) {
        if (record.type === 'attributes') {
          owe(waitsFor(record.target as Element));
          continue;
        }
        // A source that comes or goes.
        if (record.target instanceof HTMLPictureElement) owe(waitsFor(record.target));
        for (const node of record.addedNodes) {
          if (!(node instanceof Element)) continue;
          for (const element of [node, ...node.querySelectorAll('img, image, [style*="url("]')]) owe(waitsFor(element));
        }
      }
      return [...owed];
    },
  };
}
