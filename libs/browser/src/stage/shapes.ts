/**
 * Checks of what a page returns. The page is hostile (security 2.10): each value is copied field by field, with its
 * type, range and size checked; whatever else the page put there is dropped.
 */
import { FramefarmError } from '@framefarm/contract';

/** Copies a checked value, or throws with the path of what does not fit. */
export type Shape<T> = (value: unknown, path: string) => T;

export type Shaped<S> = S extends Shape<infer T> ? T : never;

function misfit(path: string, rule: string): never {
  throw new FramefarmError('COMPOSITION_SCRIPT_ERROR', `the page reports ${path} that is not ${rule}`, {
    hint: 'A script of the composition interferes with the page runtime; remove what replaces window.__framefarm or built-ins.',
    stage: 'capture',
  });
}

/** A string of at most `max` UTF-16 units. */
export const text =
  (max: number): Shape<string> =>
  (value, path) =>
    typeof value === 'string' && value.length <= max ? value : misfit(path, `a text of at most ${max} characters`);

/** A finite number from `min` to `max`. */
export const number =
  (min: number, max: number): Shape<number> =>
  (value, path) =>
    typeof value === 'number' && value >= min && value <= max ? value : misfit(path, `a number from ${min} to ${max}`);

export const flag: Shape<boolean> = (value, path) =>
  typeof value === 'boolean' ? value : misfit(path, 'true or false');

export const nullable =
  <T>(shape: Shape<T>): Shape<T | null> =>
  (value, path) =>
    value === null || value === undefined ? null : shape(value, path);

/** Absent in both where it is absent. */
export const optional =
  <T>(shape: Shape<T>): Shape<T | undefined> =>
  (value, path) =>
    value === undefined ? undefined : shape(value, path);

/** An array of at most `max` items. */
export const list =
  <T>(item: Shape<T>, max: number): Shape<T[]> =>
  (value, path) => {
    if (!Array.isArray(value) || value.length > max) return misfit(path, `a list of at most ${max} entries`);
    return value.map((entry, index) => item(entry, `${path}[${index}]`));
  };

export const record =
  <F extends Record<string, Shape<unknown>>>(fields: F): Shape<{ [K in keyof F]: Shaped<F[K]> }> =>
  (value, path) => {
    if (typeof value !== 'object' || value === null) return misfit(path, 'an object');
    const source = value as Record<string, unknown>;
    const copy: Record<string, unknown> = {};
    for (const [name, shape] of Object.entries(fields)) copy[name] = shape(source[name], `${path}.${name}`);
    return copy as { [K in keyof F]: Shaped<F[K]> };
  };

/** One of a fixed set of texts. */
export const oneOf =
  <T extends string>(allowed: readonly T[]): Shape<T> =>
  (value, path) =>
    allowed.includes(value as T) ? (value as T) : misfit(path, `one of ${allowed.join(', ').slice(0, 200)}`);
