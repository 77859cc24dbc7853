/** What a script declares and uses, as far as scoping must know. */
import { type Node, type Options, type Program, parse } from 'acorn';

export interface ScriptAnalysis {
  readonly program: Program;
  /** Names declared at the top level, `var` of inner blocks included. */
  readonly declared: ReadonlySet<string>;
  /** Those of `declared` that may not be declared twice. */
  readonly lexical: ReadonlySet<string>;
  /** Every name used anywhere; more rather than fewer, as shadowing is not followed. */
  readonly used: ReadonlySet<string>;
}

export type ScriptParse =
  | { readonly ok: true; readonly analysis: ScriptAnalysis }
  /** `line` counts from 1 within the script. */
  | { readonly ok: false; readonly message: string; readonly line: number };

type Loose = Node & Record<string, unknown>;

export function parseScript(
  code: string,
  sourceType: 'script' | 'module',
  options: Partial<Options> = {},
): ScriptParse {
  try {
    const program = parse(code, { ecmaVersion: 'latest', sourceType, ...options });
    return { ok: true, analysis: { program, ...declarations(program), used: usedNames(program) } };
  } catch (error) {
    const { loc, message } = error as SyntaxError & { loc?: { line: number } };
    return { ok: false, message: message.replace(/ \(\d+:\d+\)$/, ''), line: loc?.line ?? 1 };
  }
}

const isNode = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

/** Children of a node with the key they stand under. */
function* childNodes(node: Loose): Generator<readonly [string, Loose]> {
  for (const [key, value] of Object.entries(node)) {
    for (const item of Array.isArray(value) ? value : [value]) if (isNode(item)) yield [key, item];
  }
}

/** Visits every node below `from`, without recursion. `enter` returns false to leave out what is below. */
export function walk(from: Node, enter: (node: Loose) => boolean): void {
  const open: Loose[] = [from as Loose];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (enter(node)) for (const [, child] of childNodes(node)) open.push(child);
  }
}

function usedNames(program: Program): Set<string> {
  const used = new Set<string>();
  const open: Loose[] = [program as unknown as Loose];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'Identifier') used.add(node.name as string);
    for (const [key, child] of childNodes(node)) {
      const isName =
        (key === 'property' || key === 'key') && node.computed !== true && node.type !== 'AssignmentPattern';
      if (isName && child.type === 'Identifier') continue;
      if (key === 'label') continue;
      open.push(child);
    }
  }
  return used;
}

function declarations(program: Program): { declared: Set<string>; lexical: Set<string> } {
  const declared = new Set<string>();
  const lexical = new Set<string>();
  for (const node of program.body as unknown as Loose[]) {
    const inner = (node.type.startsWith('Export') && isNode(node.declaration) ? node.declaration : node) as Loose;
    if (inner.type === 'ClassDeclaration' || (inner.type === 'VariableDeclaration' && inner.kind !== 'var')) {
      for (const name of namesOf(inner)) lexical.add(name);
    }
    if (inner.type === 'FunctionDeclaration') for (const name of namesOf(inner)) declared.add(name);
  }
  walk(program, (node) => {
    if (node.type === 'VariableDeclaration' && node.kind === 'var')
      for (const name of namesOf(node)) declared.add(name);
    return !/Function|Class|StaticBlock/.test(node.type);
  });
  for (const name of lexical) declared.add(name);
  return { declared, lexical };
}

function namesOf(declaration: Loose): string[] {
  if (declaration.type !== 'VariableDeclaration') {
    return isNode(declaration.id) ? [declaration.id.name as string] : [];
  }
  return (declaration.declarations as Loose[]).flatMap((entry) => patternNames(entry.id as Loose));
}

function patternNames(pattern: Loose | null): string[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name as string];
    case 'ObjectPattern':
      return (pattern.properties as Loose[]).flatMap((entry) => patternNames((entry.value ?? entry.argument) as Loose));
    case 'ArrayPattern':
      return (pattern.elements as (Loose | null)[]).flatMap(patternNames);
    case 'AssignmentPattern':
      return patternNames(pattern.left as Loose);
    case 'RestElement':
      return patternNames(pattern.argument as Loose);
    default:
      return [];
  }
}
