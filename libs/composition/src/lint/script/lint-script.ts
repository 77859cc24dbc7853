/** A script as rules see it: parsed, with the values of its constants. */
import { parseScript, type ScriptAnalysis } from '../../script/analysis.js';
import type { Element } from '../../source/dom.js';
import { child, children, isIdentifier, type SyntaxNode, SyntaxTree, unwrap } from './syntax.js';

export interface ScriptSource {
  readonly file: string;
  readonly code: string;
  /** First line of the code in its file, from 1. */
  readonly line: number;
  readonly kind: 'classic' | 'module';
  readonly element: Element | null;
  /** True for code that the author did not write for this composition; rules leave it alone. */
  readonly isLibrary: boolean;
}

export interface ParsedScript {
  readonly tree: SyntaxTree;
  readonly analysis: ScriptAnalysis;
}

export class LintScript {
  readonly fault: { readonly message: string; readonly line: number } | null;
  readonly parsed: ParsedScript | null;
  #constants: ReadonlyMap<string, SyntaxNode> | null = null;

  constructor(readonly source: ScriptSource) {
    const { code, kind, line, isLibrary } = source;
    const result = isLibrary ? null : parseScript(code, kind === 'module' ? 'module' : 'script', { locations: true });
    this.parsed = result?.ok ? { analysis: result.analysis, tree: new SyntaxTree(result.analysis.program) } : null;
    this.fault = result === null || result.ok ? null : { message: result.message, line: line + result.line - 1 };
  }

  lineOf(node: SyntaxNode): number {
    return this.source.line + (node.loc?.start.line ?? 1) - 1;
  }

  /** The source of a node. */
  text(node: SyntaxNode): string {
    return this.source.code.slice(node.start, node.end);
  }

  /** A string, number or boolean that stands in the source, directly or through a constant of this script. */
  literal(node: SyntaxNode | null): string | number | boolean | null {
    const at = unwrap(node);
    if (at === null) return null;
    if (at.type === 'Literal') {
      const { value } = at;
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
    }
    if (at.type === 'TemplateLiteral' && children(at, 'expressions').length === 0) {
      return (children(at, 'quasis')[0]?.value as { cooked?: string } | undefined)?.cooked ?? null;
    }
    if (at.type === 'UnaryExpression' && (at.operator === '-' || at.operator === '+')) {
      const value = this.literal(child(at, 'argument'));
      return typeof value !== 'number' ? null : at.operator === '-' ? -value : value;
    }
    if (isIdentifier(at, 'Infinity')) return Number.POSITIVE_INFINITY;
    if (at.type === 'MemberExpression' && this.text(at) === 'Number.POSITIVE_INFINITY') return Number.POSITIVE_INFINITY;
    if (at.type !== 'Identifier') return null;
    const initial = this.constants.get(at.name as string) ?? null;
    return initial?.type === 'Identifier' ? null : this.literal(initial);
  }

  number(node: SyntaxNode | null): number | null {
    const value = this.literal(node);
    return typeof value === 'number' ? value : null;
  }

  string(node: SyntaxNode | null): string | null {
    const value = this.literal(node);
    return typeof value === 'string' ? value : null;
  }

  /** What the names that are declared once with `const` stand for. */
  get constants(): ReadonlyMap<string, SyntaxNode> {
    this.#constants ??= this.#findConstants();
    return this.#constants;
  }

  #findConstants(): ReadonlyMap<string, SyntaxNode> {
    const found = new Map<string, SyntaxNode>();
    const seen = new Set<string>();
    for (const declaration of this.parsed?.tree.of('VariableDeclaration') ?? []) {
      for (const entry of children(declaration, 'declarations')) {
        const id = child(entry, 'id');
        const initial = unwrap(child(entry, 'init'));
        if (id?.type !== 'Identifier') continue;
        const name = id.name as string;
        if (seen.has(name)) found.delete(name);
        else if (declaration.kind === 'const' && initial !== null) found.set(name, initial);
        seen.add(name);
      }
    }
    return found;
  }
}
