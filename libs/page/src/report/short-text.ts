/** Texts of an author that a report or a warning repeats: long enough to be recognised, never a whole file. */

const MOST = 1_000;
const MOST_ENTRIES = 30;
/** Of a `data:` URL: its type, and that there is more. */
const HEAD = 40;

export const shortText = (text: string, most = MOST): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

/** A URL as it is named; of a `data:` URL the head and the length. */
export function shortUrl(url: string): string {
  if (!/^data:/i.test(url)) return shortText(url);
  return url.length > HEAD ? `${url.slice(0, HEAD)}… (${url.length} bytes)` : url;
}

/** The same facts with every text and list in it of a bounded length. */
export function shortFacts(facts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, shortFact(value)]));
}

function shortFact(value: unknown): unknown {
  if (typeof value === 'string') return shortText(value);
  return Array.isArray(value) ? value.slice(0, MOST_ENTRIES).map(shortFact) : value;
}
