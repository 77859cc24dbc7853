/** What a player of a parsed document plays, as far as its text tells. */
import { playedElement } from '../media/index.js';
import { attribute, childrenOf, type Element, isElement } from '../source/dom.js';

/** The player or its `<source>`; null where nothing is named, or where only the page knows which of them it will be. */
export function playedSource(player: Element): Element | null {
  const sources = childrenOf(player).filter((node): node is Element => isElement(node) && node.tagName === 'source');
  return playedElement(player, sources, {
    // A binding names a source as well, whatever it will be.
    attribute: (element, name) =>
      attribute(element, name) ?? (name === 'src' ? attribute(element, 'data-var-src') : null),
    holds: () => null,
  });
}
