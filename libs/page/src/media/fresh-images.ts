/** Pictures that appear while frames are shown, and sheets that may name some: CSS images and changed sources (reference: composition-format 7.6). */

import { isStyle, type StyleChanges } from '../document/style-changes.js';
import { sheetsIn, type Trees } from '../document/trees.js';
import { NativeImage, NativeMutationObserver, NativePromise, nativeComputedStyle } from '../natives/natives.js';
import { inlineStyleOf } from '../natives/own-properties.js';
import { holdDrawnParts } from './drawn-parts.js';
import { givesParts, holdFileParts } from './file-parts.js';
import { importsOf, MAY_BE_SHEET, sheetOf } from './fresh-sheets.js';
import { watchKeyframePictures } from './keyframe-pictures.js';
import {
  type Asked,
  askedBy,
  askedByKeyframes,
  askedBySheet,
  baseOf,
  inGraphic,
  MAY_BE_IN_GRAPHIC,
  MAY_SHOW,
  type Manner,
  propertiesOf,
  SHOWING_ATTRIBUTES,
  shownBy,
} from './named-pictures.js';
import { renderedShelf } from './rendered-shelf.js';
import { holdStylePicture } from './style-pictures.js';
import { svgText } from './svg-text.js';

export interface FreshImages {
  /** Begins loading every picture that a style sheet names: a rule may show it on any frame. */
  adopt(): void;
  /** What of it is still loading, in words. */
  loading(): string[];
  /** What pictures and sheets that this frame shows for the first time need; empty when all are there. */
  waits(): Promise<unknown>[];
}

/** How many it has, with those that it imports; none where it is of another origin, or not there yet. */
function rulesOf(sheet: CSSStyleSheet): number {
  try {
    let count = sheet.cssRules.length;
    for (const rule of sheet.cssRules) {
      if (rule instanceof CSSImportRule) count += rule.styleSheet === null ? 0 : rulesOf(rule.styleSheet);
      else if (!(rule instanceof CSSLayerStatementRule)) break;
    }
    return count;
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

const isData = (url: string): boolean => url.startsWith('data:');

/** Who hears of pictures. */
export interface PictureLookers {
  /** Of each that CSS names. */
  onPicture(url: string): void;
  /** Of each image that has got its picture while frames are shown. Returns what the frame waits for. */
  onImage(image: HTMLImageElement): Promise<unknown> | undefined;
  /** Of what stands in each SVG of which the page takes parts, or `masks` itself with one. */
  onParts?(text: string, masks: boolean): void;
}

export function createFreshImages(
  trees: Trees,
  styles: StyleChanges,
  { onPicture, onImage, onParts }: PictureLookers,
): FreshImages {
  /** Kept alive, so that the browser shows them at once when a style names them. */
  const keepers: HTMLImageElement[] = [];
  const shelf = renderedShelf();
  const parts = { part: holdFileParts(), drawn: holdDrawnParts(shelf) };
  /** By manner and address, as the next. */
  const asked = new Set<string>();
  const open = new Map<string, Promise<unknown>>();
  /** With how many rules each was seen that no script has written to since. */
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
  /** So many of them are of what the page had settled with. */
  let settled = 0;
  const observer = new NativeMutationObserver((records) => {
    pending.push(...records);
  });
  trees.each((tree) => {
    observer.observe(tree, {
      ...{ subtree: true, childList: true, characterData: true },
      attributeFilter: SHOWING_ATTRIBUTES,
    });
    sheetsMayBeNew = true;
  });

  const keepPicture = (url: string, manner: 'shown' | 'read'): Promise<unknown> => {
    holdStylePicture(shelf, url, manner);
    const keeper = new NativeImage();
    keepers.push(keeper);
    onPicture(url);
    if (manner === 'read') keeper.crossOrigin = 'anonymous';
    const done = loaded(keeper);
    keeper.src = url;
    return done;
  };

  const readParts = (url: string, manner: Manner): Promise<unknown> =>
    svgText(url, 'low').then((text) => onParts?.(text, manner === 'read'));

  const begin = (url: string, manner: Manner): Promise<unknown> => {
    if (manner === 'part' || manner === 'drawn') {
      const beside = readParts(url, manner);
      // Data are there at once.
      return isData(url) ? beside : NativePromise.all([parts[manner].hold(url, beside), beside]);
    }
    const picture = keepPicture(url, manner);
    const mayBePart = manner === 'read' && url.includes('#') && (isData(url) || givesParts(url));
    return mayBePart ? NativePromise.all([picture, readParts(url, manner)]) : picture;
  };

  const load = ({ url: address, manner }: Asked): Promise<unknown> | undefined => {
    const ofParts = manner === 'part' || manner === 'drawn';
    if (ofParts && !isData(address) && !givesParts(address)) return undefined;
    const url = ofParts ? address.replace(/#.*/s, '') : address;
    const key = `${manner} ${url}`;
    if (asked.has(key)) return open.get(key);
    asked.add(key);
    // What cannot be had is told by whoever serves it.
    const done = begin(url, manner).then(() => open.delete(key));
    open.set(key, done);
    return done;
  };

  /** What an element's own style shows, if its words are new. */
  const freshOf = (element: Element): Asked[] => {
    const style = inlineStyleOf(element);
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
    // Far from the window or in what is not shown it would never load, and a later frame may need it at once.
    if (image.loading === 'lazy') image.loading = 'eager';
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
    const written = styles.takeWritten();
    const imports = [...written.sheets].flatMap((sheet) => {
      seenSheets.delete(sheet);
      return importsOf(sheet).map((came) =>
        came.then(() => {
          seenSheets.delete(sheet);
          sheetsMayBeNew = true;
        }),
      );
    });
    const ofRules = [...written.declarations].flatMap((style) =>
      askedBy(style, propertiesOf(style), baseOf(style.parentRule?.parentStyleSheet ?? null, document.baseURI)),
    );
    const ofSheets = [...trees.now()].flatMap(sheetsIn).flatMap((sheet) => {
      const rules = rulesOf(sheet);
      if (seenSheets.get(sheet) === rules) return [];
      seenSheets.set(sheet, rules);
      return askedBySheet(sheet, document.baseURI);
    });
    return [...imports, ...[...ofRules, ...ofSheets].map(load)];
  };

  watchKeyframePictures((keyframes) => owe(askedByKeyframes(keyframes, document.baseURI).map(load)));

  return {
    adopt() {
      pending.push(...observer.takeRecords());
      settled = pending.length;
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
      const early = settled;
      settled = 0;
      for (const [index, record] of records.entries()) {
        const isFresh = index >= early;
        if (record.type === 'characterData') {
          const { parentElement } = record.target;
          if (!isStyle(parentElement)) continue;
          sheetsMayBeNew = true;
          if (isFresh) owe([sheetOf(parentElement as Element, null)]);
          continue;
        }
        if (record.type === 'attributes') {
          owe(waitsFor(record.target as Element));
          if (isFresh) owe([sheetOf(record.target as Element, record.attributeName)]);
          continue;
        }
        sheetsMayBeNew ||= isStyle(record.target);
        if (isFresh && record.target instanceof Element) owe([sheetOf(record.target, null)]);
        // A source that comes or goes.
        if (record.target instanceof HTMLPictureElement) owe(waitsFor(record.target));
        for (const node of record.addedNodes) {
          if (!(node instanceof Element)) continue;
          sheetsMayBeNew ||= isStyle(node) || node.querySelector('style, link') !== null;
          for (const element of [node, ...node.querySelectorAll(`${MAY_SHOW}, ${MAY_BE_IN_GRAPHIC}, ${MAY_BE_SHEET}`)])
            owe([...waitsFor(element), isFresh ? sheetOf(element, null) : undefined]);
        }
      }
      const count = styles.count();
      if (sheetsMayBeNew || count !== seenStyles) owe(loadOfSheets());
      seenStyles = count;
      return [...owed];
    },
  };
}
