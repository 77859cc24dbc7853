/** Keys that would reach an object's prototype (reference: composition-format 8): none of a variable, a label or a body is called so. */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
