/** Values of variables as text, for bindings and custom properties (reference: composition-format 8). */

/** Text that cannot leave its declaration. */
export function cssValue(value: string | number | boolean): string {
  return String(value).replace(/[;{}<>]|[\r\n]+/g, '');
}

/** The value as one text, for text bindings and custom properties; null for what has none. */
export function scalarOf(value: unknown): string | number | boolean | null {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (value !== null && typeof value === 'object') {
    const { name } = value as { name?: unknown };
    if (typeof name === 'string') return name;
  }
  return null;
}
