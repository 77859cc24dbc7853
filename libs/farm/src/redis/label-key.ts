/** A label as part of the name of its index. */
export function labelKey(name: string, value: string): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
}
