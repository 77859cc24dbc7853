/**
 * Links that the browser takes for visited: a page never draws one of itself so. Where this browser has been is the page alone,
 * without a part of it.
 */
import type { Trees } from '../../document/trees.js';

const SVG = 'http://www.w3.org/2000/svg';

/** In words, when a link of HTML or SVG leads to the page itself; null without one. */
export function visitedObstacle(trees: Trees): string | null {
  // Lists that follow the document, so that a page without links costs nothing; shadow trees have none such.
  const found =
    [...document.links].some(leadsHere) ||
    [...document.getElementsByTagNameNS(SVG, 'a')].some(leadsHere) ||
    [...trees.now()].some((tree) => tree !== document && [...tree.querySelectorAll('a, area')].some(leadsHere));
  return found ? 'a link leads to the page itself' : null;
}

function leadsHere(link: Element): boolean {
  if (link instanceof SVGAElement) {
    // `href` or `xlink:href`, also while `<set>` gives it another value.
    const { baseVal, animVal } = link.href;
    return isLink(link) && [baseVal, animVal].some((address) => resolved(address, link.baseURI) === location.href);
  }
  return (link as HTMLAnchorElement | HTMLAreaElement).href === location.href;
}

const isLink = (link: SVGAElement): boolean => link.matches(':any-link');

const resolved = (address: string, base: string): string | undefined => URL.parse(address, base)?.href;
