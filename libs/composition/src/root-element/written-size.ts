/** The size that a root states in its text or, made by a script, in its page (reference: composition-format 2). Pure. */

/** Pixels where a root states none. */
export const DEFAULT_WIDTH = 1080;
export const DEFAULT_HEIGHT = 1920;

/** Leading integer of an attribute, as `1920px`; null when it has none. */
export function leadingInteger(text: string | null): number | null {
  const match = /^\s*([+-]?\d+)/.exec(text ?? '');
  return match === null ? null : Number(match[1]);
}
