/** Pictures of SVG that hold HTML (`foreignObject`), which a recorded painting leaves out. */

import type { Trees } from '../../document/trees.js';
import { svgText } from '../../media/svg-text.js';
import { isBesides } from '../../sources/own-clocks/picture-type.js';
import { styleTexts } from '../readable/style-texts.js';

const SVG_FILE = /\.svg(?:[?#]|$)/i;
const SVG_DATA = /^data:image\/svg/i;
/** What a script has made: its type tells. */
const MADE = /^blob:/i;
/** Addresses in a style: of data they run to their bracket. */
const DATA_IN_STYLE =
  /url\(\s*(?:"((?:data:image\/svg|blob:)[^"]*)"|'((?:data:image\/svg|blob:)[^']*)'|((?:data:image\/svg|blob:)[^)]*))\s*\)/gi;
const PICTURES = 'img[src], image, feImage, input[src], video[poster]';

export const isSvg = (address: string): boolean =>
  SVG_DATA.test(address) || SVG_FILE.test(address) || MADE.test(address);

/** Addresses of those that were loaded or stand in the page. */
export function svgPictures(trees: Trees): ReadonlySet<string> {
  const found = new Set<string>();
  for (const tree of trees.now()) {
    for (const element of tree.querySelectorAll(PICTURES))
      for (const address of addressesOf(element)) found.add(address);
  }
  for (const style of styleTexts(trees)) {
    if (style.kind !== 'unreadable') for (const address of inStyle(style.text)) found.add(address);
  }
  return new Set([...svgLoaded(performance.getEntriesByType('resource')), ...[...found].filter(isSvg)]);
}

/** Addresses of those that were loaded, by their names or by what servers say of them. */
export const svgLoaded = (loaded: readonly PerformanceEntry[]): string[] =>
  (loaded as (PerformanceResourceTiming & { readonly contentType?: string })[])
    .filter(({ name, contentType = '' }) => !isBesides(name) && (isSvg(name) || /^image\/svg/.test(contentType)))
    .map(({ name }) => name);

/** Addresses that an element and what it holds have. */
export function svgPicturesIn(element: Element): string[] {
  const all = [element, ...element.querySelectorAll(PICTURES)];
  return all.flatMap((one) => [...addressesOf(one), ...inStyle(one.getAttribute('style') ?? '')]).filter(isSvg);
}

const addressOf = (written: string): string =>
  URL.canParse(written, document.baseURI) ? new URL(written, document.baseURI).href : written;

const addressesOf = (element: Element): string[] =>
  ['src', 'href', 'xlink:href', 'poster', 'srcset'].flatMap((name) => {
    const value = element.getAttribute(name);
    if (value === null) return [];
    return name === 'srcset' && !value.startsWith('data:') ? value.split(/\s+/) : [value];
  });

/** Addresses of data and of what scripts have made, which no list of what was loaded names. */
export const inStyle = (text: string): string[] =>
  [...text.matchAll(DATA_IN_STYLE)].flatMap(([, double, single, bare]) => double ?? single ?? bare ?? []);

/**
 * In words, of the first that holds HTML. One that cannot be had shows nothing, or was loaded in a way that is refused anyway.
 */
export async function svgObstacle(addresses: Iterable<string>): Promise<string | null> {
  for (const address of addresses) {
    if (/foreignObject/i.test(await svgText(addressOf(address)))) return 'a picture of SVG shows HTML';
  }
  return null;
}
