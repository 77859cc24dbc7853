/** Whether a value fits a declared variable (reference: composition-format 8, validation kinds). */
import type { VariableDeclaration } from '@framefarm/contract';

export interface TypeFault {
  readonly code: 'type-mismatch' | 'enum-out-of-range';
  /** Completes a sentence whose subject is the value. */
  readonly message: string;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Null when the value fits. */
export function typeFault(declaration: VariableDeclaration, value: unknown): TypeFault | null {
  const rule = mismatch(declaration.type, value);
  if (rule !== null) return { code: 'type-mismatch', message: `is ${show(value)}, but must be ${rule}` };
  if (declaration.type !== 'enum') return null;
  const allowed = declaration.options?.map((option) => option.value) ?? [];
  if (allowed.includes(value as string)) return null;
  return {
    code: 'enum-out-of-range',
    message: `is ${show(value)}, but must be one of ${allowed.map(show).join(', ')}`,
  };
}

function mismatch(type: VariableDeclaration['type'], value: unknown): string | null {
  switch (type) {
    case 'string':
    case 'color':
    case 'enum':
      return typeof value === 'string' ? null : 'a string';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? null : 'a finite number';
    case 'boolean':
      return typeof value === 'boolean' ? null : 'true or false';
    case 'font':
      return typeof value === 'string' || (isObject(value) && typeof value.name === 'string')
        ? null
        : 'a font name or an object {name, source}';
    case 'image':
      return typeof value === 'string' || (isObject(value) && typeof value.url === 'string')
        ? null
        : 'a URL or an object {url}';
  }
}

/** A value as messages quote it: JSON, at most 80 characters. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
