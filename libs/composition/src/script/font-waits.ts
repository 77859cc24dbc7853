/** Where scripts of a document wait for its fonts, so that they measure text in the font in which it is shown (reference: composition-format 7.4). */
import { FONT_WAIT_GLOBAL, type WantedFonts } from '@framefarm/contract';
import {
  attribute,
  childrenOf,
  type Element,
  elementsBelow,
  frameOf,
  isElement,
  type Node,
  parseHtml,
} from '../source/dom.js';

/** MIME types by which HTML calls JavaScript; no type, or an empty one, means it as well. */
const JAVASCRIPT =
  /^(?:(?:text|application)\/(?:x-)?(?:java|ecma)script|text\/(?:javascript1\.[0-5]|jscript|livescript))?$/i;
/** Their scripts do not run, or not as those of HTML do. */
const WITHOUT_SCRIPTS = new Set(['template', 'noscript', 'svg', 'math', 'iframe']);
/** Elements that show nothing which could be measured. */
const UNSEEN = new Set(['script', 'style', 'link', 'meta', 'template', 'noscript']);

/** By these, scripts measure or draw text that no element shows. */
const MEASURES = /\b(?:fitTextFontSize|measureText|pretext|fillText|fontFamily)\b/;

export interface FontWaitOptions {
  /** Families that the author declares. */
  readonly families: readonly string[];
  /** Texts that scripts may make elements of: the document, its scripts and style sheets. */
  readonly texts: readonly string[];
}

/**
 * Puts a call of {@link FONT_WAIT_GLOBAL} in front of each script of the body that stops the parser and has something to show between
 * itself and the wait before it, and at the end of the body for what runs behind the parser. The calls remove themselves; they stand on
 * the line of what follows. A document without scripts stays as it is.
 */
export function addFontWaits(html: string, { families, texts }: FontWaitOptions): string {
  const document = parseHtml(html, 'document');
  const { body } = frameOf(document);
  const scripts = elementsBelow(document).filter(({ tagName }) => tagName === 'script');
  if (body === null || scripts.length === 0) return html;
  const places: number[] = [];
  let hasContent = false;
  const visit = (node: Node): void => {
    if (!isElement(node)) {
      hasContent ||= node.nodeName === '#text' && (node as { value?: string }).value?.trim() !== '';
      return;
    }
    if (node.tagName === 'script') {
      const at = node.sourceCodeLocation?.startOffset;
      if (!hasContent || at === undefined || !stopsParser(node)) return;
      places.push(at);
      hasContent = false;
      return;
    }
    hasContent ||= !UNSEEN.has(node.tagName);
    if (WITHOUT_SCRIPTS.has(node.tagName)) return;
    for (const child of childrenOf(node)) visit(child);
  };
  for (const child of childrenOf(body)) visit(child);
  if (hasContent) places.push(body.sourceCodeLocation?.endTag?.startOffset ?? html.length);
  // Only the first one asks for more than what is laid out.
  let call = callOf(wantedFonts(families, texts));
  let text = '';
  let from = 0;
  for (const at of places) {
    text += html.slice(from, at) + call;
    from = at;
    call = callOf(null);
  }
  return text + html.slice(from);
}

const callOf = (wanted: WantedFonts | null): string =>
  `<script>${FONT_WAIT_GLOBAL}(${wanted === null ? '' : JSON.stringify(wanted).replaceAll('<', '\\u003c')})</script>`;

function wantedFonts(families: readonly string[], texts: readonly string[]): WantedFonts {
  const characters = new Set<string>();
  for (const text of texts) for (const character of text) characters.add(character);
  const isNamed = (word: string): boolean => texts.some((text) => text.includes(word));
  const weights = ['100', '200', '300', '400', '500', '600', '700', '800', '900'].filter(
    (weight) => weight === '400' || isNamed(weight) || (weight === '700' && isNamed('bold')),
  );
  return {
    families,
    characters: [...characters].sort().join(''),
    measured: texts.some((text) => MEASURES.test(text))
      ? { weights, styles: isNamed('italic') ? ['normal', 'italic'] : ['normal'] }
      : null,
  };
}

function stopsParser(script: Element): boolean {
  if (!JAVASCRIPT.test((attribute(script, 'type') ?? '').trim())) return false;
  if (attribute(script, 'src') === null) return true;
  return attribute(script, 'async') === null && attribute(script, 'defer') === null;
}
