/** A document that was fetched from elsewhere, made to find its parts there wherever it lies (http-api 1.1, `previewUrl`). */
import { serialize } from 'parse5';
import {
  attribute,
  detach,
  type Element,
  elementsBelow,
  isTemplate,
  type Node,
  parseHtml,
  setText,
  textOf,
} from '../source/dom.js';
import { isProjectUrl } from '../source/paths.js';
import { parseCss, rewriteUrls } from '../style/stylesheet.js';
import { rewriteElement } from './elements.js';

/**
 * The HTML at `url` with every URL of its elements, attributes and style sheets that is relative to it written out. What
 * scripts put together later still asks for it where the document lies.
 */
export async function absoluteDocument(text: string, url: string): Promise<string> {
  const document = parseHtml(text, url);
  const elements = [...everyElement(document)];
  const bases = elements.filter(({ tagName }) => tagName === 'base');
  const written = bases.map((one) => attribute(one, 'href')).find((href) => href !== null) ?? '';
  // What is no URL names nothing, a base neither, as in a browser.
  const base = URL.canParse(written, url) ? new URL(written, url).href : url;
  for (const one of bases) detach(one);
  const rewrite = async (one: string): Promise<string> =>
    (isProjectUrl(one) || one.startsWith('//')) && URL.canParse(one, base) ? new URL(one, base).href : one;
  for (const element of elements) {
    await rewriteElement(element, rewrite);
    if (element.tagName === 'style') await rewriteSheet(element, rewrite);
  }
  return serialize(document);
}

/** Elements below a node, those in templates as well: a composition may stand in one. */
function* everyElement(node: Node): Generator<Element> {
  for (const element of elementsBelow(node)) {
    yield element;
    if (isTemplate(element)) yield* everyElement(element.content);
  }
}

async function rewriteSheet(element: Element, rewrite: (url: string) => Promise<string>): Promise<void> {
  const root = parseCss(textOf(element));
  await rewriteUrls(root, rewrite);
  setText(element, root.toString());
}
