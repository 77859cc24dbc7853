/**
 * Sheets that the body of an entry links to or imports stand in it by themselves. A page is moved onto its drawing surface with all that its
 * body holds, and a browser drops a linked sheet that is moved and loads it anew: such a page could not be drawn.
 */
import { SOURCE_FILE_ATTRIBUTE } from '@framefarm/contract';
import type { Compilation } from '../compilation.js';
import { attribute, type Element, setAttribute, setText, textOf } from '../source/dom.js';
import { projectPathOf } from '../source/paths.js';
import { inlineSheet, localImports, parseCss } from './stylesheet.js';

/** A link with any other attribute is meant to be found, bound or changed by a script. */
const OF_PLAIN_LINKS = new Set([
  'rel',
  'href',
  'type',
  'charset',
  'crossorigin',
  'integrity',
  'fetchpriority',
  'referrerpolicy',
  'media',
]);

/** Whether an element of the entry is moved with its body. */
function isInBody(element: Element): boolean {
  for (let node = element.parentNode; node !== null && 'tagName' in node; node = node.parentNode) {
    if (node.tagName === 'noscript') return false;
    if (node.tagName === 'body') return true;
  }
  return false;
}

/** The sheet of a file with what it imports, as text of a `style` of the entry. */
async function textOfSheet(css: string, file: string, { sheets, findings }: Compilation): Promise<string> {
  // What comes from elsewhere is for the whole page in an entry anyway, and nothing to be told.
  return (await inlineSheet(css, file, sheets, { ...findings, remote: [] })).toString();
}

/** Not where a `base` changes what the URLs of a sheet mean, or a policy allows files alone. */
export const mayEmbedSheets = (elements: readonly Element[]): boolean =>
  !elements.some(
    (element) =>
      (element.tagName === 'base' && attribute(element, 'href') !== null) ||
      (element.tagName === 'meta' && attribute(element, 'http-equiv')?.toLowerCase() === 'content-security-policy'),
  );

/** Puts what a plain link in the body links to, or a `style` there imports, in its place. False where the element stays as it is. */
export async function embedSheet(element: Element, file: string, work: Compilation): Promise<boolean> {
  if (element.tagName === 'link') return embedLink(element, file, work);
  return element.tagName === 'style' && embedImports(element, file, work);
}

async function embedLink(element: Element, file: string, work: Compilation): Promise<boolean> {
  const isPlain =
    (attribute(element, 'rel') ?? '').trim().toLowerCase() === 'stylesheet' &&
    element.attrs.every(({ name }) => OF_PLAIN_LINKS.has(name));
  const path = isPlain && isInBody(element) ? projectPathOf(attribute(element, 'href') ?? '') : null;
  const css = path === null ? null : await work.sheets.read(path);
  if (path === null || css === null) return false;
  work.findings.assets.push({ kind: 'stylesheet', url: path, elementId: null, file });
  element.tagName = 'style';
  element.nodeName = 'style';
  element.attrs = element.attrs.filter(({ name }) => name === 'media');
  setAttribute(element, SOURCE_FILE_ATTRIBUTE, path);
  setText(element, await textOfSheet(css, path, work));
  return true;
}

async function embedImports(element: Element, file: string, work: Compilation): Promise<boolean> {
  const css = textOf(element);
  // Most import nothing, and are parsed once all the same.
  if (!/@import/i.test(css) || !isInBody(element) || localImports(parseCss(css)).length === 0) return false;
  setAttribute(element, SOURCE_FILE_ATTRIBUTE, file);
  setText(element, await textOfSheet(css, file, work));
  return true;
}
