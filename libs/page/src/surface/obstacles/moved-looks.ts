/** Whether the children of body look the same below another parent: some take from it what is not inherited by itself. */
import { nativeComputedStyle } from '../../natives/natives.js';
import { tagOf } from '../../page.js';

/** Children that are looked at; a page has one, its root, and perhaps some beside it. */
const MOST = 12;

/** To be called before the page is moved; what it gives tells afterwards, in words, of a child that has come to look otherwise. */
export function rememberLooks(): () => string | null {
  const children = [...document.body.children].filter(({ localName }) => localName !== 'script').slice(0, MOST);
  const before = children.map((child) => ({ child, ...lookOf(child) }));
  return () => {
    for (const { child, style, box } of before) {
      const now = lookOf(child);
      const changed = [...style.keys()].find((name) => now.style.get(name) !== style.get(name));
      if (changed !== undefined) return `${tagOf(child)} takes its ${changed} from body`;
      if (now.box !== box) return `${tagOf(child)} is at a place that body gives it`;
    }
    return null;
  };
}

/** By name: a browser tells variables in another order at each time. */
function lookOf(child: Element): { readonly style: ReadonlyMap<string, string>; readonly box: string } {
  const style = nativeComputedStyle(child);
  const { left, top, width, height } = child.getBoundingClientRect();
  return {
    style: new Map([...style].map((name) => [name, style.getPropertyValue(name)])),
    box: [left, top, width, height].join(),
  };
}
