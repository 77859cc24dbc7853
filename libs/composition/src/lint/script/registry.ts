/** What scripts do with `window.__timelines`. */
import type { LintScript } from './lint-script.js';
import {
  argumentsOf,
  child,
  children,
  isGlobal,
  isIdentifier,
  methodOf,
  properties,
  propertyName,
  type SyntaxNode,
  unwrap,
} from './syntax.js';

export interface Registration {
  readonly script: LintScript;
  readonly node: SyntaxNode;
  /** Null when the key is computed. */
  readonly key: string | null;
  /** Value that is registered. */
  readonly value: SyntaxNode | null;
}

export interface RegistryUse {
  readonly registrations: readonly Registration[];
  /** True when the registry is made where it may be missing, as in `window.__timelines = window.__timelines || {}`. */
  readonly isInitialised: boolean;
  /** True when the name stands anywhere. */
  readonly isMentioned: boolean;
}

const NAME = '__timelines';

export function registryUse(script: LintScript): RegistryUse {
  const tree = script.parsed?.tree;
  if (tree === undefined) {
    const isMentioned = script.source.isLibrary && script.source.code.includes(NAME);
    return { registrations: [], isInitialised: isMentioned, isMentioned };
  }
  const aliases = new Set<string>();
  for (const declarator of tree.of('VariableDeclarator')) {
    const id = child(declarator, 'id');
    const init = child(declarator, 'init');
    if (id?.type === 'Identifier' && init !== null && leadsToRegistry(init)) aliases.add(id.name as string);
  }
  const isRegistry = (node: SyntaxNode | null): boolean => {
    const at = unwrap(node);
    return isGlobal(at, NAME) || (at?.type === 'Identifier' && aliases.has(at.name as string)) || leadsToRegistry(at);
  };

  const registrations: Registration[] = [];
  let isInitialised = false;
  for (const node of tree.of('AssignmentExpression')) {
    const left = unwrap(child(node, 'left'));
    const right = unwrap(child(node, 'right'));
    if (isGlobal(left, NAME)) {
      isInitialised = true;
      for (const [key, value] of properties(right)) registrations.push({ script, node, key, value });
    } else if (left?.type === 'MemberExpression' && isRegistry(child(left, 'object'))) {
      const computed = left.computed === true ? script.literal(child(left, 'property')) : propertyName(left);
      registrations.push({ script, node, key: computed === null ? null : String(computed), value: right });
    }
  }
  for (const call of tree.of('CallExpression')) {
    const { object, name } = methodOf(call);
    const [target, ...sources] = argumentsOf(call);
    if (name !== 'assign' || !isIdentifier(object, 'Object') || !isRegistry(target ?? null)) continue;
    for (const source of sources) {
      if (source.type !== 'ObjectExpression') registrations.push({ script, node: call, key: null, value: source });
      for (const [key, value] of properties(source)) registrations.push({ script, node: call, key, value });
      for (const spread of children(source, 'properties').filter((one) => one.type === 'SpreadElement'))
        registrations.push({ script, node: call, key: null, value: spread });
    }
  }
  const isMentioned = tree.nodes.some(
    (node) => isIdentifier(node, NAME) || (node.type === 'Literal' && node.value === NAME),
  );
  return { registrations, isInitialised, isMentioned };
}

/** `window.__timelines || {}`, `window.__timelines ??= {}` and an assignment to it, parentheses aside. */
function leadsToRegistry(node: SyntaxNode | null): boolean {
  const at = unwrap(node);
  if (at === null) return false;
  if (isGlobal(at, NAME)) return true;
  if (at.type === 'LogicalExpression') return leadsToRegistry(child(at, 'left'));
  return at.type === 'AssignmentExpression' && leadsToRegistry(child(at, 'left'));
}
