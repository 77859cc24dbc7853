/** Style sheets that begin to load while frames are shown (reference: composition-format 7.6). */
import { NativePromise, nativeListen, nativeNow, nativeTurn } from '../natives/natives.js';

export const MAY_BE_SHEET = 'link, style';
/** Some never answer, and some answers are no sheets, of which nothing tells. */
const LIMIT_MS = 10_000;

/**
 * What a frame waits for in which an element came, or has got another value of `attribute`, until its rules are there; undefined where they
 * are, or none come.
 */
export function sheetOf(element: Element, attribute: string | null): Promise<unknown> | undefined {
  if (!element.isConnected || !isLoading(element, attribute)) return undefined;
  const came = new NativePromise<void>((resolve) => {
    for (const type of ['load', 'error']) nativeListen(element, type, () => resolve());
  });
  return NativePromise.race([came, nativeTurn(LIMIT_MS)]);
}

/** Of rules that a script has put into a sheet: until the sheets that they import are there, of which no event tells. */
export function importsOf(sheet: CSSStyleSheet): Promise<unknown>[] {
  const isOpen = (rule: CSSRule): boolean => rule instanceof CSSImportRule && rule.styleSheet === null;
  return rulesIn(sheet)
    .filter(isOpen)
    .map(async (rule) => {
      const until = nativeNow() + LIMIT_MS;
      while (isOpen(rule) && rule.parentStyleSheet !== null && nativeNow() < until) await nativeTurn();
    });
}

function rulesIn(sheet: CSSStyleSheet): readonly CSSRule[] {
  try {
    return [...sheet.cssRules];
  } catch {
    return [];
  }
}

function isLoading(element: Element, attribute: string | null): boolean {
  if (element instanceof HTMLStyleElement || element instanceof SVGStyleElement)
    return attribute === null && element.textContent?.includes('@import') === true;
  if (!(element instanceof HTMLLinkElement)) return false;
  const { relList, href, type, disabled, sheet } = element;
  if (!relList.contains('stylesheet') || href === '' || disabled || !/^(?:text\/css)?$/i.test(type)) return false;
  // The sheet of the address before stays until the new one has come.
  return attribute === 'href' || sheet === null;
}
