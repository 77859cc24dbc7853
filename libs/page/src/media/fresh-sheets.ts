/** Style sheets that begin to load while frames are shown (reference: composition-format 7.6). */
import { NativePromise, nativeListen, nativeTurn } from '../natives/natives.js';

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

function isLoading(element: Element, attribute: string | null): boolean {
  if (element instanceof HTMLStyleElement) return attribute === null && element.textContent.includes('@import');
  if (!(element instanceof HTMLLinkElement)) return false;
  const { relList, href, type, disabled, sheet } = element;
  if (!relList.contains('stylesheet') || href === '' || disabled || !/^(?:text\/css)?$/i.test(type)) return false;
  // The sheet of the address before stays until the new one has come.
  return attribute === 'href' || sheet === null;
}
