/** Puts selectors of a child below its instance (reference: composition-format 6, isolation). */

import { INSTANCE_ATTRIBUTE } from '@framefarm/contract';
import parser from 'postcss-selector-parser';
import { cssIdentifier, cssString } from './css-text.js';

export const BOX_TAG = 'ff-box';
export const BOX_ATTRIBUTE = 'data-ff-box';
export const CHILD_ROOT_ATTRIBUTE = 'data-ff-root';
export const AUTHORED_ATTRIBUTE = 'data-ff-authored';

export interface ScopeNames {
  readonly runtimeId: string;
  /** Ids by which the child's own CSS may call its composition element. */
  readonly ownIds: ReadonlySet<string>;
  /** True when the child has a root element of its own inside the box. */
  readonly hasChildRoot: boolean;
  /** Authored ids that no longer stand in `data-composition-id`. */
  readonly renamed: ReadonlySet<string>;
  /** Ids of its elements that are others now. */
  readonly ids: ReadonlyMap<string, string>;
}

const isRootTag = (node: parser.Node): boolean =>
  node.type === 'tag' && ['html', 'body'].includes(node.value.toLowerCase());
const isRootPseudo = (node: parser.Node): boolean =>
  node.type === 'nesting' || (node.type === 'pseudo' && [':root', ':scope'].includes(node.value.toLowerCase()));

/**
 * A selector list with each selector below the instance. `nested` lists stand inside another style rule and get no
 * prefix. All selectors gain the specificity of one attribute, so their order among themselves stays.
 * @throws Error when the selector cannot be parsed.
 */
export function scopeSelectors(selector: string, names: ScopeNames, nested: boolean): string {
  const list = parser().astSync(selector);
  const instance = `[${INSTANCE_ATTRIBUTE}=${cssString(names.runtimeId)}]`;
  const prefixed = list.nodes.map((complex) => {
    const compounds = nested ? [] : rootCompounds(complex);
    const own = compounds.length > 0 ? mergedBox(compounds, names) : '';
    mapDeep(complex, names);
    // After the box the combinator counts, also when it is a space.
    const text = own === '' ? String(complex).trimStart() : own + String(complex);
    return nested ? text : `${instance} ${text}`;
  });
  return prefixed.join(', ');
}

/** Rewrites only what renaming made untrue: for styles of the entry. */
export function renameInSelectors(selector: string, renamed: ReadonlySet<string>): string {
  return parser((list) => {
    list.walkAttributes((node) => {
      const id = compositionIdOf(node);
      if (id !== null && renamed.has(id)) node.replaceWith(raw(`[${AUTHORED_ATTRIBUTE}=${cssString(id)}]`));
    });
  }).processSync(selector);
}

/**
 * Takes the leading compounds up to the last that names `html`, `body` or `:root` out of the selector. They all stand
 * for the one box, also a part such as the class in `.dark body`.
 */
function rootCompounds(complex: parser.Selector): parser.Node[] {
  let last = -1;
  complex.nodes.forEach((node, index) => {
    if (isRootTag(node) || isRootPseudo(node)) last = index;
  });
  if (last < 0) return [];
  let end = complex.nodes.findIndex((node, index) => index > last && node.type === 'combinator');
  if (end < 0) end = complex.nodes.length;
  const taken = complex.nodes.slice(0, end);
  for (const node of taken) node.remove();
  return taken.filter((node) => node.type !== 'combinator' && node.type !== 'comment');
}

function mergedBox(nodes: readonly parser.Node[], names: ScopeNames): string {
  const holder = parser.selector({ value: '', nodes: [] });
  const asRoot = nodes.some(isRootPseudo);
  for (const node of nodes)
    if (!isRootTag(node) && !isRootPseudo(node) && node.type !== 'universal') holder.append(node);
  mapDeep(holder, names);
  return box(names, asRoot) + holder.nodes.map((node) => String(node).trim()).join('');
}

function box(names: ScopeNames, asRoot: boolean): string {
  const mark = `[${BOX_ATTRIBUTE}=${cssString(names.runtimeId)}]`;
  return asRoot ? mark : `${BOX_TAG}:where(${mark})`;
}

function mapDeep(container: parser.Selector, names: ScopeNames): void {
  const replacements: [parser.Node, string][] = [];
  container.walk((node) => {
    if (isRootTag(node)) replacements.push([node, box(names, false)]);
    else if (node.type === 'pseudo' && node.value.toLowerCase() === ':root')
      replacements.push([node, box(names, true)]);
    else if (node.type === 'id' && names.ids.has(node.value))
      replacements.push([node, `#${cssIdentifier(names.ids.get(node.value) ?? '')}`]);
    else if (node.type === 'attribute') {
      const text = mappedAttribute(node, names);
      if (text !== null) replacements.push([node, text]);
    }
  });
  for (const [node, text] of replacements) {
    const before = node.rawSpaceBefore;
    node.replaceWith(raw(before + text + node.rawSpaceAfter));
  }
}

function mappedAttribute(node: parser.Attribute, names: ScopeNames): string | null {
  if (node.attribute.toLowerCase() !== 'data-composition-id') return null;
  const own = names.hasChildRoot
    ? `[${CHILD_ROOT_ATTRIBUTE}=${cssString(names.runtimeId)}]`
    : `[${BOX_ATTRIBUTE}=${cssString(names.runtimeId)}]`;
  const id = compositionIdOf(node);
  if (id === null) return node.operator === undefined ? `:is([data-composition-id], ${own})` : null;
  if (names.ownIds.has(id)) return own;
  return names.renamed.has(id) ? `[${AUTHORED_ATTRIBUTE}=${cssString(id)}]` : null;
}

function compositionIdOf(node: parser.Attribute): string | null {
  if (node.attribute.toLowerCase() !== 'data-composition-id' || node.operator !== '=') return null;
  return node.value ?? null;
}

const raw = (value: string): parser.String => parser.string({ value });
