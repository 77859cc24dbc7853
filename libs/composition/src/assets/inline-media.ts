/** Sound and videos that a document holds as `data:` URLs: no element of a page needs to carry megabytes. */
import { createHash } from 'node:crypto';
import { INLINE_MEDIA_PATH } from '@framefarm/contract';
import { attribute, type Element, elementsBelow, isElement, type Node, setAttribute } from '../source/dom.js';

const PLAYERS: ReadonlySet<string> = new Set(['audio', 'video']);

function plays(element: Element): boolean {
  if (PLAYERS.has(element.tagName)) return true;
  const { parentNode } = element;
  return (
    element.tagName === 'source' && parentNode !== null && isElement(parentNode) && PLAYERS.has(parentNode.tagName)
  );
}

/** Gives every source that is a `data:` URL a path of the origin, one for each content; the URLs by these paths. */
export function takeInlineMedia(document: Node): Record<string, string> {
  const taken: Record<string, string> = {};
  for (const element of elementsBelow(document)) {
    const url = attribute(element, 'src')?.trim();
    if (url === undefined || !/^data:/i.test(url) || !plays(element)) continue;
    const path = INLINE_MEDIA_PATH + createHash('sha256').update(url).digest('hex').slice(0, 24);
    taken[path] = url;
    setAttribute(element, 'src', path);
  }
  return taken;
}
