/** Longest quotation of a value, characters. */
const LONGEST = 80;

/** A value as messages quote it: JSON, at most 80 characters; `absent` for nothing. */
export function shownValue(value: unknown): string {
  if (value === undefined) return 'absent';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, LONGEST) : value) ?? String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 3)}...` : text;
}
