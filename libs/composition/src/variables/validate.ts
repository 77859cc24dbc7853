/** Checks given variables against declarations, for one render or for each row of a batch. */
import { FORBIDDEN_KEYS, FramefarmError, type InputIssue, type VariableDeclaration } from '@framefarm/contract';
import { show, typeFault } from './types.js';

/**
 * Issues of `variables`: `undeclared`, `type-mismatch`, `enum-out-of-range`, in the order of the keys. Without
 * declarations there are none (composition-format 8). `owner` is put before the field, for variables of a child.
 */
export function validateVariables(
  declarations: readonly VariableDeclaration[],
  variables: Readonly<Record<string, unknown>>,
  owner?: string,
): InputIssue[] {
  if (declarations.length === 0) return [];
  const known = new Map(declarations.map((declaration) => [declaration.id, declaration]));
  const issues: InputIssue[] = [];
  for (const [key, value] of Object.entries(variables)) {
    const field = owner === undefined ? key : `${owner}.${key}`;
    const declaration = known.get(key);
    if (declaration === undefined) {
      const message = `variable "${field}" (value ${show(value)}) is not declared; declared are ${[...known.keys()].join(', ')}`;
      issues.push({ field, code: 'undeclared', message });
      continue;
    }
    const fault = typeFault(declaration, value);
    if (fault !== null) issues.push({ field, code: fault.code, message: `variable "${field}" ${fault.message}` });
  }
  return issues;
}

/** Paths of keys that could reach a prototype, at any depth. */
export function forbiddenKeys(variables: unknown): string[] {
  const found: string[] = [];
  const open: { value: unknown; path: string }[] = [{ value: variables, path: '' }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue;
    for (const key of Object.keys(next.value)) {
      const path = next.path === '' ? key : `${next.path}.${key}`;
      if (FORBIDDEN_KEYS.has(key)) found.push(path);
      else open.push({ value: (next.value as Record<string, unknown>)[key], path });
    }
  }
  return found;
}

/** @throws FramefarmError VARIABLES_INVALID naming each refused key. */
export function refuseForbiddenKeys(variables: unknown): void {
  const found = forbiddenKeys(variables);
  if (found.length === 0) return;
  throw new FramefarmError('VARIABLES_INVALID', `variables hold the forbidden key ${found.map(show).join(', ')}`, {
    stage: 'compile',
    hint: 'Rename the variable.',
    issues: found.map((field) => ({ field, code: 'forbidden-key', message: `the key "${field}" is refused` })),
  });
}
