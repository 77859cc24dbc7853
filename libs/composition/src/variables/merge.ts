/** Variables of one instance, by priority (reference: composition-format 8). */
import type { InputIssue, VariableDeclaration, Warning } from '@framefarm/contract';
import { parseDeclarations } from './declarations.js';
import { show, typeFault } from './types.js';
import { forbiddenKeys, validateVariables } from './validate.js';

/** One `data-composition-variables` attribute and the element that has it, in words. */
export interface DeclarationSource {
  readonly text: string;
  readonly where: string;
}

export interface MergedVariables {
  readonly declarations: readonly VariableDeclaration[];
  readonly variables: Readonly<Record<string, unknown>>;
  readonly overridden: readonly string[];
  readonly issues: readonly InputIssue[];
  readonly warnings: readonly Warning[];
}

/** `sources` from the weakest to the strongest; `overrides` win over all of them. `owner` names a child in issues. */
export function mergeVariables(
  sources: readonly DeclarationSource[],
  overrides: Readonly<Record<string, unknown>>,
  owner?: string,
): MergedVariables {
  const warnings: Warning[] = [];
  const declarations = new Map<string, VariableDeclaration>();
  for (const source of sources) {
    const parsed = parseDeclarations(source.text, source.where);
    warnings.push(...parsed.warnings);
    for (const declaration of parsed.declarations) {
      const weaker = declarations.get(declaration.id);
      declarations.set(declaration.id, weaker === undefined ? declaration : withDefaultOf(weaker, declaration));
    }
  }
  const list = [...declarations.values()];
  const defaults = list
    .filter((entry) => entry.default !== undefined)
    .map((entry) => [entry.id, entry.default] as const);
  return {
    declarations: list,
    variables: Object.fromEntries([...defaults, ...Object.entries(overrides)]),
    overridden: Object.keys(overrides),
    issues: validateVariables(list, overrides, owner),
    warnings,
  };
}

/** A stronger declaration without a default leaves the weaker default in force, where that is a value of its own too. */
function withDefaultOf(weaker: VariableDeclaration, stronger: VariableDeclaration): VariableDeclaration {
  const { type, default: value } = weaker;
  const kept = value !== undefined && stronger.default === undefined && type === stronger.type;
  return kept && typeFault(stronger, value) === null ? { ...stronger, default: value } : stronger;
}

/** Reads `data-variable-values`; what cannot be used is left out with warning `variable_issue`. */
export function readHostValues(
  text: string | null,
  where: string,
): { readonly values: Readonly<Record<string, unknown>>; readonly warnings: readonly Warning[] } {
  if (text === null || text.trim() === '') return { values: {}, warnings: [] };
  const refuse = (reason: string): Warning => ({
    code: 'variable_issue',
    stage: 'compile',
    message: `data-variable-values of ${where} ${reason}`,
  });
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    return {
      values: {},
      warnings: [refuse(`is not JSON (${error instanceof Error ? error.message : String(error)}); it is ignored`)],
    };
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    return { values: {}, warnings: [refuse(`is ${show(parsed)}, not an object; it is ignored`)] };
  }
  const refused = new Set(forbiddenKeys(parsed));
  const owners = new Set([...refused].map((path) => path.split('.')[0]));
  const values = Object.fromEntries(Object.entries(parsed).filter(([key]) => !owners.has(key) && !refused.has(key)));
  return { values, warnings: [...refused].map((key) => refuse(`holds the forbidden key "${key}"; it is left out`)) };
}
