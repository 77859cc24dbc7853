/** GSAP timelines and tweens of a script. */
import type { LintScript } from './lint-script.js';
import {
  argumentsOf,
  child,
  children,
  isFunction,
  isGlobal,
  isIdentifier,
  methodOf,
  properties,
  propertyName,
  type SyntaxNode,
  type SyntaxTree,
} from './syntax.js';

export interface TimelineCall {
  readonly script: LintScript;
  /** The call `gsap.timeline(…)`. */
  readonly call: SyntaxNode;
  /** The outermost expression of the chain of calls that begins with it. */
  readonly chain: SyntaxNode;
  /** Variable or property that holds the timeline; null when it goes elsewhere. */
  readonly name: string | null;
  readonly vars: SyntaxNode | null;
}

export interface Tween {
  readonly script: LintScript;
  readonly call: SyntaxNode;
  readonly method: 'to' | 'from' | 'fromTo' | 'set';
  /** The timeline it belongs to; null for `gsap.to()` and the like. */
  readonly timeline: TimelineCall | null;
  /** Selectors as written; null when the target is not text. */
  readonly targets: readonly string[] | null;
  /** Start values of `fromTo`. */
  readonly fromVars: SyntaxNode | null;
  readonly vars: SyntaxNode | null;
  readonly position: SyntaxNode | null;
  /** True when the call may run never or several times: inside a function, a loop or a branch. */
  readonly isConditional: boolean;
}

const METHODS: ReadonlySet<string> = new Set(['to', 'from', 'fromTo', 'set']);

interface Chain {
  readonly base: SyntaxNode | null;
  readonly first: SyntaxNode;
}

/** Told once for all calls of a chain: each would go through those before it, and scripts that are generated chain thousands. */
const chains = new WeakMap<SyntaxNode, Chain>();

/** The innermost object of a chain `x.a().b().c()`, with the calls from the first to the last. */
export function chainOf(call: SyntaxNode): Chain {
  const passed: SyntaxNode[] = [];
  let first = call;
  let chain = chains.get(first);
  while (chain === undefined) {
    passed.push(first);
    const { object } = methodOf(first);
    if (object?.type !== 'CallExpression' || methodOf(object).name === null) {
      chain = { base: object, first };
    } else {
      first = object;
      chain = chains.get(first);
    }
  }
  for (const one of passed) chains.set(one, chain);
  return chain;
}

function outermost(tree: SyntaxTree, call: SyntaxNode): SyntaxNode {
  let at = call;
  for (;;) {
    const member = tree.parent(at);
    if (member?.type !== 'MemberExpression' || child(member, 'object') !== at) return at;
    const next = tree.parent(member);
    if (next?.type !== 'CallExpression' || child(next, 'callee') !== member) return at;
    at = next;
  }
}

/** Variable or property that an expression is stored in. */
export function holderOf(tree: SyntaxTree, node: SyntaxNode): string | null {
  const parent = tree.parent(node);
  if (parent?.type === 'VariableDeclarator') {
    const id = child(parent, 'id');
    return id?.type === 'Identifier' ? (id.name as string) : null;
  }
  if (parent?.type !== 'AssignmentExpression') return null;
  const left = child(parent, 'left');
  return left?.type === 'Identifier' ? (left.name as string) : propertyName(left);
}

export function timelinesOf(script: LintScript): TimelineCall[] {
  const tree = script.parsed?.tree;
  if (tree === undefined) return [];
  return tree.of('CallExpression').flatMap((call) => {
    const { object, name } = methodOf(call);
    if (name !== 'timeline' || !isGlobal(object, 'gsap')) return [];
    const chain = outermost(tree, call);
    return [{ script, call, chain, name: holderOf(tree, chain), vars: argumentsOf(call)[0] ?? null }];
  });
}

export function tweensOf(script: LintScript, timelines: readonly TimelineCall[]): Tween[] {
  const tree = script.parsed?.tree;
  if (tree === undefined) return [];
  const byName = new Map(timelines.flatMap((one) => (one.name === null ? [] : [[one.name, one] as const])));
  const tweens: Tween[] = [];
  for (const call of tree.of('CallExpression')) {
    const { object, name } = methodOf(call);
    if (name === null || !METHODS.has(name)) continue;
    const { base, first } = chainOf(call);
    const method = name as Tween['method'];
    let timeline: TimelineCall | null = null;
    if (isGlobal(base, 'gsap')) {
      if (first !== call) timeline = timelines.find((one) => one.call === first) ?? null;
      if (first !== call && timeline === null) continue;
      if (first === call && !isGlobal(object, 'gsap')) continue;
    } else {
      const holder = base?.type === 'Identifier' ? (base.name as string) : propertyName(base);
      timeline = holder === null ? null : (byName.get(holder) ?? null);
      if (timeline === null) continue;
    }
    const given = argumentsOf(call);
    const isPair = method === 'fromTo';
    tweens.push({
      script,
      call,
      method,
      timeline,
      targets: targetsOf(script, given[0] ?? null),
      fromVars: isPair ? (given[1] ?? null) : null,
      vars: given[isPair ? 2 : 1] ?? null,
      position: given[isPair ? 3 : 2] ?? null,
      isConditional: isConditional(tree, call),
    });
  }
  // A chain holds its last call outermost; the order of the source is the order of the methods.
  return tweens.sort((a, b) => a.call.end - b.call.end);
}

/** By node, for the same reason. */
const conditional = new WeakMap<SyntaxNode, boolean>();

function isConditional(tree: SyntaxTree, node: SyntaxNode): boolean {
  const passed: SyntaxNode[] = [];
  let answer = conditional.get(node);
  for (let at = node; answer === undefined; ) {
    passed.push(at);
    const around = tree.parent(at);
    if (around === null) {
      answer = false;
    } else {
      answer = isBranch(tree, around) ?? conditional.get(around);
      at = around;
    }
  }
  for (const one of passed) conditional.set(one, answer);
  return answer;
}

/** Whether what is inside may run never or several times. */
function isBranch(tree: SyntaxTree, node: SyntaxNode): true | undefined {
  if (isFunction(node) && !isImmediate(tree, node)) return true;
  return /^(?:If|For|ForIn|ForOf|While|DoWhile|Switch)Statement$|^(?:Conditional|Logical)Expression$/.test(node.type)
    ? true
    : undefined;
}

/** `(() => { … })()`: a function that runs once, at once. */
function isImmediate(tree: SyntaxTree, node: SyntaxNode): boolean {
  const parent = tree.parent(node);
  return parent?.type === 'CallExpression' && child(parent, 'callee') === node;
}

/** Selectors of a target: text, an array of texts, `document.querySelector(text)` or `getElementById(text)`. */
export function targetsOf(script: LintScript, node: SyntaxNode | null): readonly string[] | null {
  if (node === null) return null;
  const text = script.string(node);
  if (text !== null) return splitSelectors(text);
  if (node.type === 'ArrayExpression') {
    const parts = children(node, 'elements').map((element) => targetsOf(script, element));
    return parts.every((part) => part !== null) ? parts.flat() : null;
  }
  const resolved = isIdentifier(node) ? script.constants.get(node.name as string) : node;
  if (resolved?.type !== 'CallExpression') return null;
  const { name } = methodOf(resolved);
  const argument = script.string(argumentsOf(resolved)[0] ?? null);
  if (argument === null) return null;
  if (name === 'getElementById') return [`#${argument}`];
  return name === 'querySelector' || name === 'querySelectorAll' ? splitSelectors(argument) : null;
}

const splitSelectors = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Keys of a tween's vars that say how it runs, not what it changes. */
const SETTINGS: ReadonlySet<string> = new Set(
  (
    'duration delay ease stagger repeat repeatDelay yoyo yoyoEase paused overwrite immediateRender lazy id data defaults ' +
    'onStart onUpdate onComplete onRepeat onInterrupt onReverseComplete onStartParams onUpdateParams onCompleteParams ' +
    'callbackScope runBackwards startAt keyframes snap modifiers parent inherit reversed repeatRefresh ' +
    'transformOrigin svgOrigin transformPerspective force3D smoothOrigin clearProps'
  ).split(' '),
);

/** Properties that a tween changes. */
export function changedProperties(tween: Tween): string[] {
  const names = new Set([...properties(tween.vars).keys(), ...properties(tween.fromVars).keys()]);
  return [...names].filter((name) => !SETTINGS.has(name));
}
