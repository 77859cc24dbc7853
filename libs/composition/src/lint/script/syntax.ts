/** A script's syntax tree with parents, and the few questions that rules ask of it. */
import type { Node, Program } from 'acorn';

export type SyntaxNode = Node & Record<string, unknown>;

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

export class SyntaxTree {
  /** All nodes, parents before children, in the order of the source. */
  readonly nodes: readonly SyntaxNode[];
  readonly #parents = new Map<SyntaxNode, SyntaxNode>();
  readonly #byType = new Map<string, SyntaxNode[]>();

  constructor(program: Program) {
    const nodes: SyntaxNode[] = [];
    const open: SyntaxNode[] = [program as unknown as SyntaxNode];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      nodes.push(node);
      const list = this.#byType.get(node.type);
      if (list === undefined) this.#byType.set(node.type, [node]);
      else list.push(node);
      const children: SyntaxNode[] = [];
      for (const value of Object.values(node)) {
        for (const item of Array.isArray(value) ? value : [value]) if (isNode(item)) children.push(item);
      }
      children.sort((a, b) => b.start - a.start);
      for (const child of children) {
        this.#parents.set(child, node);
        open.push(child);
      }
    }
    this.nodes = nodes;
  }

  of(type: string): readonly SyntaxNode[] {
    return this.#byType.get(type) ?? [];
  }

  parent(node: SyntaxNode): SyntaxNode | null {
    return this.#parents.get(node) ?? null;
  }

  /** From the parent up to the program. */
  *ancestors(node: SyntaxNode): Generator<SyntaxNode> {
    for (let at = this.parent(node); at !== null; at = this.parent(at)) yield at;
  }

  /** The nearest function around a node, null at the top level. */
  functionAround(node: SyntaxNode): SyntaxNode | null {
    for (const at of this.ancestors(node)) if (isFunction(at)) return at;
    return null;
  }
}

export const isFunction = (node: SyntaxNode): boolean =>
  node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression' || node.type === 'FunctionDeclaration';

export const child = (node: SyntaxNode, key: string): SyntaxNode | null => {
  const value = node[key];
  return isNode(value) ? value : null;
};

export const children = (node: SyntaxNode, key: string): readonly SyntaxNode[] => {
  const value = node[key];
  return Array.isArray(value) ? value.filter(isNode) : [];
};

/** `x` and `(x, y)` aside, a chain expression and its parentheses mean what is inside. */
export function unwrap(node: SyntaxNode | null): SyntaxNode | null {
  let at = node;
  while (at?.type === 'ChainExpression' || at?.type === 'ParenthesizedExpression') at = child(at, 'expression');
  return at;
}

export const isIdentifier = (node: SyntaxNode | null, name?: string): boolean =>
  node?.type === 'Identifier' && (name === undefined || node.name === name);

/** Name of a property access, also of `a['b']`; null when it is computed. */
export function propertyName(member: SyntaxNode | null): string | null {
  if (member?.type !== 'MemberExpression') return null;
  return keyName(child(member, 'property'), member.computed === true);
}

/** Name of a key of an object literal, or of a property access. */
function keyName(key: SyntaxNode | null, computed: boolean): string | null {
  if (key?.type === 'Literal') return String(key.value);
  return !computed && key?.type === 'Identifier' ? (key.name as string) : null;
}

const GLOBALS = new Set(['window', 'globalThis', 'self', 'top']);

/** True for the global `name` itself and for `window.name`. */
export function isGlobal(node: SyntaxNode | null, name: string): boolean {
  const at = unwrap(node);
  if (isIdentifier(at, name)) return true;
  if (at?.type !== 'MemberExpression' || propertyName(at) !== name) return false;
  const object = unwrap(child(at, 'object'));
  return object?.type === 'Identifier' && GLOBALS.has(object.name as string);
}

/** Entries of an object literal with plain keys. */
export function properties(object: SyntaxNode | null): ReadonlyMap<string, SyntaxNode> {
  const found = new Map<string, SyntaxNode>();
  if (object?.type !== 'ObjectExpression') return found;
  for (const entry of children(object, 'properties')) {
    const name = entry.type === 'Property' ? keyName(child(entry, 'key'), entry.computed === true) : null;
    const value = child(entry, 'value');
    if (name !== null && value !== null) found.set(name, value);
  }
  return found;
}

/** Method name and object of a call `object.method(…)`. */
export function methodOf(call: SyntaxNode): { readonly object: SyntaxNode | null; readonly name: string | null } {
  const callee = unwrap(child(call, 'callee'));
  return callee?.type === 'MemberExpression'
    ? { object: unwrap(child(callee, 'object')), name: propertyName(callee) }
    : { object: null, name: null };
}

export const argumentsOf = (call: SyntaxNode): readonly SyntaxNode[] => children(call, 'arguments');
