/** Pictures and files of parts that animations of SVG (`set`, `animate`) go through: no attribute and no style tells of the change. */

/** Elements of such animations. */
export const DECLARED_CHANGES = 'set, animate';

const LINKS = new Set(['href', 'xlink:href']);

/** Addresses, as written, that an animation gives to what its element shows; none of another element. */
export function linksOf(element: Element): readonly string[] {
  if (!(element instanceof SVGSetElement || element instanceof SVGAnimateElement)) return [];
  if (!LINKS.has(element.getAttribute('attributeName') ?? '')) return [];
  const values = ['to', 'from', 'values'].flatMap((name) => element.getAttribute(name)?.split(';') ?? []);
  return values.map((value) => value.trim());
}
