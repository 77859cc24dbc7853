/** Reads `data-composition-variables` (reference: composition-format 8). */
import {
  FORBIDDEN_KEYS,
  HALF_PAIR_RULE,
  halfPairIn,
  type VariableDeclaration,
  type VariableType,
  type Warning,
} from '@framefarm/contract';
import { typeFault } from './types.js';

/** Keys that could reach an object's prototype; refused wherever variables are named. */

const TYPES: ReadonlySet<string> = new Set(['string', 'number', 'color', 'boolean', 'enum', 'font', 'image']);
const OPTIONAL: Readonly<Record<string, 'string' | 'number'>> = {
  placeholder: 'string',
  maxLength: 'number',
  min: 'number',
  max: 'number',
  step: 'number',
  unit: 'string',
  brandRole: 'string',
};

export interface DeclarationsResult {
  readonly declarations: readonly VariableDeclaration[];
  /** `invalid_variable_declaration`, one for each dropped entry or for the whole attribute. */
  readonly warnings: readonly Warning[];
}

/** Parses a JSON array of declarations; malformed entries are dropped, each with a warning. `where` names the element. */
export function parseDeclarations(text: string, where: string): DeclarationsResult {
  const warnings: Warning[] = [];
  const refuse = (what: string, reason: string): void => {
    warnings.push({
      code: 'invalid_variable_declaration',
      stage: 'compile',
      message: `${what} in data-composition-variables of ${where} ${reason}; it is dropped`,
    });
  };
  let entries: unknown;
  try {
    entries = JSON.parse(text);
  } catch (error) {
    refuse('the text', `is not JSON (${error instanceof Error ? error.message : String(error)})`);
    return { declarations: [], warnings };
  }
  if (!Array.isArray(entries)) {
    refuse('the value', 'is not an array');
    return { declarations: [], warnings };
  }
  const declarations = new Map<string, VariableDeclaration>();
  for (const [index, entry] of (entries as unknown[]).entries()) {
    const fault = declarationFault(entry);
    const declaration = fault === null ? pick(entry as Record<string, unknown>) : null;
    if (declaration === null) refuse(`entry ${index}`, fault ?? '');
    else if (declarations.has(declaration.id)) refuse(`entry ${index}`, `repeats the id "${declaration.id}"`);
    else declarations.set(declaration.id, declaration);
  }
  return { declarations: [...declarations.values()], warnings };
}

function declarationFault(entry: unknown): string | null {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return 'is not an object';
  if (halfPairIn(entry) !== null) return HALF_PAIR_RULE;
  const { id, type, label, options } = entry as Record<string, unknown>;
  if (typeof id !== 'string' || id.trim() === '') return 'has no id';
  if (FORBIDDEN_KEYS.has(id)) return `has the forbidden id "${id}"`;
  if (typeof type !== 'string' || !TYPES.has(type)) {
    return `("${id}") has type ${JSON.stringify(type) ?? 'none'}, which is none of ${[...TYPES].join(', ')}`;
  }
  if (typeof label !== 'string') return `("${id}") has no label`;
  if (type === 'enum' && !(Array.isArray(options) && options.length > 0 && options.every(isOption))) {
    return `("${id}") is an enum without options of the form {value, label}`;
  }
  const value = (entry as Record<string, unknown>).default;
  if (value === undefined) return null;
  const fault = typeFault(pick(entry as Record<string, unknown>), value);
  return fault === null ? null : `("${id}") has a default that ${fault.message}`;
}

const isOption = (option: unknown): boolean =>
  typeof option === 'object' &&
  option !== null &&
  typeof (option as Record<string, unknown>).value === 'string' &&
  typeof (option as Record<string, unknown>).label === 'string';

function pick(entry: Record<string, unknown>): VariableDeclaration {
  const extra = Object.entries(OPTIONAL).filter(([key, type]) => typeof entry[key] === type);
  return {
    id: entry.id as string,
    type: entry.type as VariableType,
    label: entry.label as string,
    ...(entry.default === undefined ? {} : { default: entry.default }),
    ...Object.fromEntries(extra.map(([key]) => [key, entry[key]])),
    ...(Array.isArray(entry.options) && entry.options.every(isOption)
      ? { options: (entry.options as { value: string; label: string }[]).map(({ value, label }) => ({ value, label })) }
      : {}),
  };
}
