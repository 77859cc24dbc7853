/** Reading JSON bodies within limits (http-api 4.4, security 7). */
import { FramefarmError } from '@framefarm/contract';

const MiB = 1024 * 1024;
/** Bytes of a body without inline documents or rows. */
export const PLAIN_BODY_BYTES = MiB;
/** Bytes of a body with `html`, `files` or `rows`. */
export const INLINE_BODY_BYTES = 10 * MiB;
/** Nested levels of objects and arrays. */
export const MAX_LEVELS = 32;

/** Keys that would reach an object's prototype. */
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
const LARGE_FIELDS = ['html', 'files', 'rows'];

/**
 * Parses a body. An empty one is undefined.
 * @throws FramefarmError INVALID_JSON, PAYLOAD_TOO_LARGE, VALIDATION_FAILED for too many levels or a forbidden key.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new FramefarmError('INVALID_JSON', `The body is not valid JSON in UTF-8: ${(error as Error).message}.`);
  }
  if (bytes.length > PLAIN_BODY_BYTES && !isLarge(value)) {
    throw new FramefarmError(
      'PAYLOAD_TOO_LARGE',
      `The body has ${bytes.length} bytes; at most ${PLAIN_BODY_BYTES} are allowed without html, files or rows.`,
      { hint: 'Send fewer or smaller values, or put what is large into a file of the project.' },
    );
  }
  checkShape(value);
  return value;
}

function isLarge(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const source: unknown = Object.hasOwn(value, 'source') ? (value as { source: unknown }).source : null;
  const holds = (object: unknown): boolean =>
    typeof object === 'object' && object !== null && LARGE_FIELDS.some((field) => Object.hasOwn(object, field));
  return holds(value) || holds(source);
}

/** Walks without recursion: a hostile body must not choose the depth of our stack. */
function checkShape(value: unknown): void {
  const left: { readonly value: unknown; readonly level: number; readonly pointer: string }[] = [
    { value, level: 1, pointer: '' },
  ];
  for (let item = left.pop(); item !== undefined; item = left.pop()) {
    if (typeof item.value !== 'object' || item.value === null) continue;
    if (item.level > MAX_LEVELS) throw refused('', 'too_deep', `The body is nested deeper than ${MAX_LEVELS} levels.`);
    for (const [key, inner] of Object.entries(item.value)) {
      const pointer = `${item.pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (!Array.isArray(item.value) && FORBIDDEN_KEYS.has(key)) {
        throw refused(pointer, 'forbidden_key', `The key "${key}" is refused, because it could reach a prototype.`);
      }
      if (typeof inner === 'object') left.push({ value: inner, level: item.level + 1, pointer });
    }
  }
}

function refused(field: string, code: string, message: string): FramefarmError {
  return new FramefarmError('VALIDATION_FAILED', message, { issues: [{ field, code, message }] });
}
