/** Reading JSON bodies within limits (http-api 4.4, security 7). */
import { FORBIDDEN_KEYS, FramefarmError, HALF_PAIR_RULE } from '@framefarm/contract';
import { RequestFault } from '../problems/request-fault.js';

const MiB = 1024 * 1024;
/** Bytes of a body without inline documents or rows. */
const PLAIN_BODY_BYTES = MiB;
/** Bytes of a body with `html`, `files` or `rows`. */
export const INLINE_BODY_BYTES = 10 * MiB;
/** Nested levels of objects and arrays. */
const MAX_LEVELS = 32;

const LARGE_FIELDS = ['html', 'files', 'rows'];

/**
 * Parses a body. An empty one is undefined.
 * @throws FramefarmError INVALID_JSON, PAYLOAD_TOO_LARGE, VALIDATION_FAILED for too many levels, a forbidden key, or what is no text.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new RequestFault('INVALID_JSON', `The body is not valid JSON in UTF-8: ${(error as Error).message}.`);
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

/** An object or list on the way to what is looked at, and how much of it has been. */
interface Level {
  readonly value: Readonly<Record<string | number, unknown>>;
  /** Null for a list. */
  readonly keys: readonly string[] | null;
  readonly size: number;
  seen: number;
}

/**
 * Walks without recursion: a hostile body must not choose the depth of our stack. Of a value no more than the way down is kept,
 * since 10 MB hold lists of millions.
 */
function checkShape(value: unknown): void {
  const way: Level[] = [];
  enter(way, value);
  for (let level = way.at(-1); level !== undefined; level = way.at(-1)) {
    if (level.seen === level.size) {
      way.pop();
      continue;
    }
    const key = level.keys?.[level.seen] ?? level.seen;
    level.seen += 1;
    if (level.keys !== null && FORBIDDEN_KEYS.has(String(key))) {
      const message = `The key "${key}" is refused, because it could reach a prototype.`;
      throw refused(pointerTo(way), 'forbidden_key', message);
    }
    const value = level.value[key];
    if (!(isWhole(key) && isWhole(value))) {
      const pointer = pointerTo(way).toWellFormed();
      throw refused(pointer, 'invalid_value', `${pointer} ${HALF_PAIR_RULE}.`);
    }
    enter(way, value);
  }
}

/** Only a text can be anything else. */
const isWhole = (value: unknown): boolean => typeof value !== 'string' || value.isWellFormed();

function enter(way: Level[], value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (way.length === MAX_LEVELS) {
    throw refused('', 'too_deep', `The body is nested deeper than ${MAX_LEVELS} levels.`);
  }
  const keys = Array.isArray(value) ? null : Object.keys(value);
  const size = keys === null ? (value as readonly unknown[]).length : keys.length;
  way.push({ value: value as Level['value'], keys, size, seen: 0 });
}

/** JSON pointer to what was seen last. */
function pointerTo(way: readonly Level[]): string {
  const names = way.map(({ keys, seen }) => (keys === null ? String(seen - 1) : (keys[seen - 1] ?? '')));
  return names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function refused(field: string, code: string, message: string): FramefarmError {
  return new RequestFault('VALIDATION_FAILED', message, { issues: [{ field, code, message }] });
}
