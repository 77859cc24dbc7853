/** What animations of SVG (`set`, `animate`) give to attributes that name pictures or files of parts: no attribute and no style tells of the change. */

/** Elements of such animations. */
export const DECLARED_CHANGES = 'set, animate';

const LINKS = new Set(['href', 'xlink:href']);

/** Values, as written, that an animation gives to an attribute of what its element shows. */
interface DeclaredChange {
  /** `href` where it is written in the older way, too. */
  readonly attribute: string;
  readonly values: readonly string[];
}

/** None of an element that is no such animation. */
export function declaredChange(element: Element): DeclaredChange | undefined {
  if (!(element instanceof SVGSetElement || element instanceof SVGAnimateElement)) return undefined;
  const name = element.getAttribute('attributeName') ?? '';
  const values = ['to', 'from', 'values'].flatMap((written) => element.getAttribute(written) ?? []);
  return { attribute: LINKS.has(name) ? 'href' : name, values };
}

/** Addresses in the values of a link. */
export const linksIn = (values: readonly string[]): readonly string[] =>
  values.flatMap((value) => value.split(';')).map((value) => value.trim());
