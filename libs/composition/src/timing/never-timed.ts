/** Elements that are never shown by a window of time, whatever they carry (reference: composition-format 3). */
const NEVER_TIMED: ReadonlySet<string> = new Set(['script', 'style', 'link', 'meta', 'template', 'hf-audio-group']);

/** @param tag name of an element, in lower case */
export const isNeverTimed = (tag: string): boolean => NEVER_TIMED.has(tag);
