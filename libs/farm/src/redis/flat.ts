/** Hashes as Redis answers them: names and values in turn. */
export type Fields = Readonly<Record<string, string>>;

/** Null for the empty answer of a hash that does not exist. */
export function fields(flat: readonly string[]): Fields | null {
  if (flat.length === 0) return null;
  const map: Record<string, string> = {};
  for (let i = 0; i + 1 < flat.length; i += 2) map[flat[i] as string] = flat[i + 1] as string;
  return map;
}

/** Milliseconds since 1970 as an ISO 8601 time; null for a field that is not there. */
export function time(ms: string | number | undefined): string | null {
  return ms === undefined ? null : new Date(Number(ms)).toISOString();
}

/** A field's JSON. @throws SyntaxError when it is none */
export function json<T>(text: string | undefined, otherwise: T): T {
  return text === undefined ? otherwise : (JSON.parse(text) as T);
}
