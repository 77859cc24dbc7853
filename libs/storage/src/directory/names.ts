import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isSegment } from '../keys.js';

/**
 * Names in a directory store. A key's last segment `video.mp4` has a record `@video.mp4` and bytes `<id>@video.mp4`; the
 * other segments are folders. No segment holds an `@`, so that keys `a` and `a/b` live side by side and every other file
 * is known as foreign.
 */
export interface Place extends FilePlace {
  readonly key: string;
  readonly root: string;
}

export interface FilePlace {
  readonly folder: string;
  /** Last segment of the key. */
  readonly name: string;
}

export function placeOf(root: string, key: string): Place {
  const segments = key.split('/');
  const name = segments.pop() ?? '';
  return { key, root, folder: join(root, ...segments), name };
}

/** Told apart from every id that any machine makes. */
export const newId = (): string => randomBytes(12).toString('hex');

export const recordPath = ({ folder, name }: FilePlace): string => join(folder, `@${name}`);
export const bytesPath = ({ folder, name }: FilePlace, id: string): string => join(folder, `${id}@${name}`);

/** Begins the name of what `check` writes; no key can have it. */
export const PROBE = '@probe-';

/** An entry of a folder: a record has the empty id. Null for what is none of the store's. */
export function parseEntry(entry: string): { readonly id: string; readonly name: string } | null {
  const at = entry.indexOf('@');
  if (at < 0) return null;
  const id = entry.slice(0, at);
  const name = entry.slice(at + 1);
  return /^[0-9a-f]*$/.test(id) && isSegment(name.replace(PROBE, '')) ? { id, name } : null;
}
