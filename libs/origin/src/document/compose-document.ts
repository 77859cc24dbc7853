import { FRAMEFARM_PATH, PAGE_CONFIG_GLOBAL, type PageConfig } from '@framefarm/contract';
import { FONT_CSS_PATH } from '../fonts/font-css.js';

/** Where the page runtime is served. */
export const RUNTIME_PATH = `${FRAMEFARM_PATH}runtime.js`;

/**
 * JSON that may stand in an inline script: no `</script>`, `<!--` or line separator can appear in it, and the value
 * is the same.
 */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

export interface Composed {
  /** Paths of further scripts, behind the page runtime. */
  readonly scripts?: readonly string[];
  /** Whether the page has rules for bundled fonts at {@link FONT_CSS_PATH}. */
  readonly fonts?: boolean;
}

/**
 * Puts the configuration, the page runtime and the bundled fonts first into the head, before any script of the author
 * (page protocol). The doctype stays first; documents without head or html tags are served as the parser reads them.
 */
export function composeDocument(
  compiledHtml: string,
  config: PageConfig,
  { scripts = [], fonts = true }: Composed = {},
): string {
  const html = compiledHtml.replace(/^\ufeff/, '');
  const at = headStart(html);
  const injected =
    `<script>globalThis.${PAGE_CONFIG_GLOBAL}=${scriptJson(config)}</script>` +
    [RUNTIME_PATH, ...scripts].map((path) => `<script src="${path}"></script>`).join('') +
    (fonts ? `<link rel="stylesheet" href="${FONT_CSS_PATH}">` : '');
  return html.slice(0, at) + injected + html.slice(at);
}

/** Puts scripts first into the head of a document that is shown in a frame of the page, before any script of its own. */
export function composeFrame(html: string, scripts: readonly string[]): string {
  const text = html.replace(/^\ufeff/, '');
  const at = headStart(text);
  return text.slice(0, at) + scripts.map((path) => `<script src="${path}"></script>`).join('') + text.slice(at);
}

/**
 * Offset at which a parser is inside head, or about to open it: after `<head …>`, else after `<html …>` and what may
 * stand before it.
 */
function headStart(html: string): number {
  let at = 0;
  // Each step takes one token that may stand before head: white space, comment, doctype or other declaration, html tag.
  const prologue = /\s+|<!--(?:>|->|[\s\S]*?(?:--!?>|$))|<[!?][^>]*>|<html(?=[\s/>])(?:[^>"']|"[^"]*"|'[^']*')*>/iy;
  const head = /<head(?=[\s/>])(?:[^>"']|"[^"]*"|'[^']*')*>/iy;
  let afterLastTag = 0;
  for (;;) {
    head.lastIndex = at;
    if (head.test(html)) return head.lastIndex;
    prologue.lastIndex = at;
    const token = prologue.exec(html);
    if (token === null || token[0] === '') return afterLastTag;
    at = prologue.lastIndex;
    if (token[0].startsWith('<')) afterLastTag = at;
  }
}
