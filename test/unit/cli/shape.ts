/** The shape of a JSON value in readable lines: `rows[].index: number`. Values themselves do not show. */
export function shapeLines(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) {
    return value.length === 0 ? [`${path}: list`] : [...new Set(value.flatMap((one) => shapeLines(one, `${path}[]`)))];
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .flatMap(([key, inner]) => shapeLines(inner, path === '' ? key : `${path}.${key}`))
      .sort();
  }
  return [`${path}: ${value === null ? 'null' : typeof value}`];
}
