/** Finds elements by the ids that they were written with, where the compiler gave them others to keep references of SVG apart. */
import { AUTHORED_ID_ATTRIBUTE, AUTHORED_IDS_ATTRIBUTE } from '@framefarm/contract';
import { replaceMethod } from '../natives/wrap-natives.js';

/** Strings stay as they are; what is no string and begins with # is an id. */
const IDS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|#((?:[\w-]|[^\0-\x7f])+)/g;

/** The same selector for elements that were written with its ids. */
function withAuthoredIds(selector: string, ids: ReadonlySet<string>): string {
  return selector.replace(IDS, (whole, id: string | undefined) =>
    id !== undefined && ids.has(id) ? `:is(#${id},[${AUTHORED_ID_ATTRIBUTE}="${id}"])` : whole,
  );
}

/** Selects an element by the id that it was written with. */
export const byAuthoredId = (id: string): string =>
  `:is([id="${CSS.escape(id)}"],[${AUTHORED_ID_ATTRIBUTE}="${CSS.escape(id)}"])`;

/** Look-ups within elements, before any script of the page; nothing is replaced where no id is another. */
export function findByAuthoredIds(): void {
  const ids = new Set(document.documentElement?.getAttribute(AUTHORED_IDS_ATTRIBUTE)?.split(' ') ?? []);
  if (ids.size === 0) return;
  for (const name of ['querySelector', 'querySelectorAll', 'matches', 'closest']) {
    replaceMethod<Element>(Element.prototype, name, (_self, native, [selector, ...more]) =>
      native(typeof selector === 'string' ? withAuthoredIds(selector, ids) : selector, ...more),
    );
  }
  replaceMethod<SVGSVGElement>(
    SVGSVGElement.prototype,
    'getElementById',
    (self, native, [id]) => native(id) ?? self.querySelector(byAuthoredId(String(id))),
  );
}
