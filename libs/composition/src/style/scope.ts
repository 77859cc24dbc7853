/** Isolates a parsed stylesheet of a child (reference: composition-format 6, isolation). */
import { FramefarmError } from '@framefarm/contract';
import type { AtRule, ChildNode, Container, Document, Root, Rule } from 'postcss';
import { cssIdentifier } from './css-text.js';
import { type ScopeNames, scopeSelectors } from './selectors.js';

/** At-rules whose blocks hold no style rules of the page: they stay global as they are. */
const GLOBAL_BLOCKS =
  /^(?:-\w+-)?(?:keyframes|font-face|property|page|counter-style|font-feature-values|font-palette-values|position-try|view-transition|function)$/i;

/** Nobody nests rules as deep; each level takes a call here, in the printer and in the browser. As deep as elements may be. */
const MAX_DEPTH = 512;

/**
 * Rewrites `root` in place. Rules inside @media, @supports, @container, @layer and @starting-style are scoped, nested
 * rules follow the rule around them, in @scope the start is scoped and the rest follows it. Returns what could not be read (selectors, stray text); such
 * rules are removed, as a browser would ignore them too.
 * @throws FramefarmError `EMPTY_COMPOSITION` for rules that are nested deeper than MAX_DEPTH
 */
export function scopeSheet(root: Root, names: ScopeNames): string[] {
  const unreadable: string[] = [];
  const scoped = (selector: string, nested: boolean): string | null => {
    try {
      return scopeSelectors(selector, names, nested);
    } catch {
      unreadable.push(selector);
      return null;
    }
  };
  // A declaration outside of any rule means nothing, but written after a scoped rule its text could swallow the next one.
  const drop = (node: ChildNode): void => {
    unreadable.push(String(node));
    node.remove();
  };
  let depth = 0;
  const visit = (parent: Container<ChildNode>, nested: boolean, inScope: boolean): void => {
    depth += 1;
    if (depth > MAX_DEPTH) {
      throw new FramefarmError(
        'EMPTY_COMPOSITION',
        `a style sheet of a nested composition nests rules more than ${MAX_DEPTH} deep`,
        { stage: 'compile' },
      );
    }
    for (const node of [...(parent.nodes ?? [])]) {
      if (node.type === 'rule') visitRule(node, nested, inScope);
      else if (node.type === 'atrule') visitAtRule(node, nested, inScope);
      else if (node.type === 'decl' && !nested && parent.type === 'root') drop(node);
    }
    depth -= 1;
  };
  const visitRule = (rule: Rule, nested: boolean, inScope: boolean): void => {
    const selector = scoped(rule.selector, nested || inScope);
    if (selector === null) return void rule.remove();
    rule.selector = selector;
    visit(rule, true, inScope);
  };
  const visitAtRule = (rule: AtRule, nested: boolean, inScope: boolean): void => {
    if (GLOBAL_BLOCKS.test(rule.name)) return;
    const name = rule.name.toLowerCase();
    if (name === 'layer' && !withinLayer(rule)) rule.params = ownLayers(rule.params, names.runtimeId);
    if (name === 'scope' && !nested && !inScope) {
      const params = scopeLimits(rule.params, (selector) => scoped(selector, false));
      if (params === null) return void rule.remove();
      rule.params = params;
    }
    if (rule.nodes !== undefined) visit(rule, nested, inScope || name === 'scope');
  };
  visit(root, false, false);
  const rest = root.raws.after?.trim() ?? '';
  // Comments are nodes.
  if (rest !== '') {
    unreadable.push(rest);
    root.raws.after = '';
  }
  return unreadable;
}

function withinLayer(rule: AtRule): boolean {
  for (let at: Container | Document | undefined = rule.parent; at !== undefined; at = at.parent) {
    if (at.type === 'atrule' && (at as AtRule).name.toLowerCase() === 'layer') return true;
  }
  return false;
}

/** Layer names are global, so those of a child go below a layer of its own; their order among themselves stays. */
function ownLayers(params: string, runtimeId: string): string {
  const names = params
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const own = `ff-${cssIdentifier(runtimeId)}`;
  return names.length === 0 ? own : names.map((name) => `${own}.${name}`).join(', ');
}

/** `(start) to (end)`, each of which may be missing, without blanks around. */
const SCOPE_LIMITS = /^(?:\(([\s\S]*?)\))?(?:\s*to\s*\(([\s\S]*)\))?$/i;

/** An unreadable limit makes the whole rule unreadable. */
function scopeLimits(params: string, scoped: (selector: string) => string | null): string | null {
  const text = params.trim();
  // Asked first: each `to (` would be read to the end to find that none closes there.
  const parts = text === '' || text.endsWith(')') ? SCOPE_LIMITS.exec(text) : null;
  if (parts === null) return null;
  const start = scoped(parts[1] ?? ':root');
  const end = parts[2];
  return start === null ? null : `(${start})${end === undefined ? '' : ` to (${end})`}`;
}
