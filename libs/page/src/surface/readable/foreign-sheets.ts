/**
 * Sheets of other origins, such as those of font services. A page uses them and may not read them, so that nobody could say what they
 * hold: their text is fetched once more, as a request that may be read, and read as a copy. Scripts cannot change a rule of the sheet
 * itself either.
 */

import { sheetsIn, type Trees } from '../../document/trees.js';
import { NativePromise, NativeStyleSheet, nativeFetch } from '../../natives/natives.js';

/** The sheet was here a moment ago; one that does not come again by then stays unread, ms. */
const FETCH_MS = 3_000;
/** A copy leaves out what it imports. */
const IMPORT = /@import\b/i;

/** Links whose sheet did not come, as offline machines have them of font services: the browser applies an empty one. */
const failed = new WeakSet<EventTarget>();
document.addEventListener('error', ({ target }) => target instanceof HTMLLinkElement && failed.add(target), true);
const hasFailed = ({ ownerNode }: CSSStyleSheet): boolean => ownerNode !== null && failed.has(ownerNode);

/** By address; null where there is none. */
const copies = new Map<string, CSSStyleSheet | null>();

/** The copy of a sheet that cannot be read; null where there is none. */
export const copyOf = (sheet: CSSStyleSheet): CSSStyleSheet | null =>
  hasFailed(sheet) ? new NativeStyleSheet() : (copies.get(sheet.href ?? '') ?? null);

/** Whether an address is that of a sheet that was copied: what a sheet imports is told of as pictures of styles are. */
export const isCopiedSheet = (url: string): boolean => (copies.get(url) ?? null) !== null;

/** Copies all that are in the page now and were not looked at before. Never rejects. */
export async function copyForeignSheets(trees: Trees): Promise<void> {
  const addresses = new Set<string>();
  for (const tree of trees.now()) for (const sheet of sheetsIn(tree)) collect(sheet, addresses);
  await NativePromise.all([...addresses].map(copy));
}

function collect(sheet: CSSStyleSheet, addresses: Set<string>): void {
  try {
    for (const rule of sheet.cssRules) {
      if (rule instanceof CSSImportRule && rule.styleSheet !== null) collect(rule.styleSheet, addresses);
    }
  } catch {
    if (sheet.href !== null && !copies.has(sheet.href) && !hasFailed(sheet)) addresses.add(sheet.href);
  }
}

async function copy(url: string): Promise<void> {
  copies.set(url, null);
  try {
    const response = await nativeFetch(url, { credentials: 'omit', signal: AbortSignal.timeout(FETCH_MS) });
    const text = await response.text();
    if (!response.ok || IMPORT.test(text)) return;
    const sheet = new NativeStyleSheet({ baseURL: url });
    sheet.replaceSync(text);
    copies.set(url, sheet);
  } catch {
    // It stays unread, and the page is not drawn by a surface.
  }
}
