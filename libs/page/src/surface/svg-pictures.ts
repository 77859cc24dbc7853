/** Pictures of SVG that hold HTML (`foreignObject`), which a recorded painting leaves out. */
import { nativeFetch } from '../natives.js';
import type { Trees } from '../trees.js';
import { styleTexts } from './style-texts.js';

const SVG_FILE = /\.svg(?:[?#]|$)/i;
const SVG_DATA = /^data:image\/svg/i;
/** Addresses in a style: of data they run to their bracket. */
const DATA_IN_STYLE = /url\(\s*(?:"(data:image\/svg[^"]*)"|'(data:image\/svg[^']*)'|(data:image\/svg[^)]*))\s*\)/gi;
const PICTURES = 'img[src], image, feImage, input[src], video[poster]';

export const isSvg = (address: string): boolean => SVG_DATA.test(address) || SVG_FILE.test(address);

/** Addresses of those that were loaded or stand in the page. */
export function svgPictures(trees: Trees): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (address: string | null | undefined): void => {
    if (address !== null && address !== undefined && isSvg(address)) found.add(address);
  };
  for (const { name } of performance.getEntriesByType('resource')) add(name);
  for (const tree of trees.now()) {
    for (const element of tree.querySelectorAll(PICTURES)) {
      for (const name of ['src', 'href', 'xlink:href', 'poster']) add(element.getAttribute(name));
    }
  }
  for (const style of styleTexts(trees)) {
    if (style.kind === 'unreadable') continue;
    for (const [, double, single, bare] of style.text.matchAll(DATA_IN_STYLE)) add(double ?? single ?? bare);
  }
  return found;
}

/** In words, of the first that holds HTML. One that cannot be had shows nothing, or was loaded in a way that is refused anyway. */
export async function svgObstacle(addresses: Iterable<string>): Promise<string | null> {
  for (const address of addresses) {
    const text = await nativeFetch(address)
      .then((answer) => answer.text())
      .catch(() => '');
    if (/foreignObject/i.test(text)) return 'a picture of SVG shows HTML';
  }
  return null;
}
