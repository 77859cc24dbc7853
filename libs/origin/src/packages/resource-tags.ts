/** The tags of scripts and links in the text of a document. */

const START = /<(?:script|link)(?=[\s/])/gi;
/** The end of a tag, or a quote that hides others of its kind. */
const MARK = /[>"']/g;

export interface TagPlace {
  readonly start: number;
  readonly end: number;
}

/**
 * Where they stand, in order; one that never ends is none, but others may begin in it. Each quote is read once, as a pattern would read
 * on from every start to the end of the text.
 */
export function* resourceTags(html: string): Generator<TagPlace> {
  /** Opening quotes behind which no tag ends. */
  const endless = new Set<number>();
  const nextMark = (from: number): number => {
    MARK.lastIndex = from;
    return MARK.exec(html)?.index ?? html.length;
  };
  const endFrom = (first: number): number | null => {
    const passed: number[] = [];
    let at = first;
    while (html[at] !== '>') {
      const close = at === html.length || endless.has(at) ? -1 : html.indexOf(html[at] as string, at + 1);
      passed.push(at);
      if (close < 0) {
        for (const quote of passed) endless.add(quote);
        return null;
      }
      at = nextMark(close + 1);
    }
    return at + 1;
  };
  let mark = -1;
  let read = 0;
  for (const { index: start } of html.matchAll(START)) {
    if (start < read) continue;
    if (mark < start) mark = nextMark(start);
    const end = endFrom(mark);
    if (end === null) continue;
    yield { start, end };
    read = end;
  }
}
