import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { isErrno, unavailable } from '../failures.js';
import type { StoredObject } from '../store.js';
import { bytesPath, type FilePlace, recordPath } from './names.js';

/** What the record of an object says. Its time of change is when the object was stored. */
export interface ObjectRecord {
  /** Names the file of bytes. */
  readonly id: string;
  readonly size: number;
  readonly sha256: string;
  readonly contentType?: string;
}

export interface FoundRecord {
  readonly record: ObjectRecord;
  readonly storedAt: Date;
}

export function describe(key: string, { record, storedAt }: FoundRecord): StoredObject {
  const { size, sha256, contentType } = record;
  return { key, size, sha256, storedAt, ...(contentType === undefined ? {} : { contentType }) };
}

/**
 * The record of an object whose bytes are there in full size. A record that cannot be understood, or whose bytes are
 * missing or cut, is no object: reading finds nothing and `ifAbsent` writes it anew.
 */
export async function findObject(place: FilePlace): Promise<FoundRecord | null> {
  // Whoever replaces the object meanwhile takes the old bytes away; the new record is there by then.
  for (let last = ''; ; ) {
    const found = await readRecord(place);
    if (found === null || found.record.id === last) return null;
    const bytes = await lstat(bytesPath(place, found.record.id)).catch((thrown) => {
      if (isErrno(thrown, 'ENOENT')) return null;
      throw thrown;
    });
    if (bytes !== null) return bytes.isFile() && bytes.size === found.record.size ? found : null;
    last = found.record.id;
  }
}

async function readRecord(place: FilePlace): Promise<FoundRecord | null> {
  const path = recordPath(place);
  const file = await openUnlinked(path);
  if (file === null) return null;
  try {
    const { mtime } = await file.stat();
    const record = parseRecord(await file.readFile('utf8'));
    return record === null ? null : { record, storedAt: mtime };
  } finally {
    await file.close();
  }
}

/** Opens a file of the store for reading; null when there is none. A link is refused: it may lead out of the store. */
export async function openUnlinked(path: string) {
  try {
    return await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  } catch (thrown) {
    if (isErrno(thrown, 'ENOENT', 'ENOTDIR')) return null;
    if (isErrno(thrown, 'ELOOP')) throw linkRefused(path);
    throw thrown;
  }
}

export function linkRefused(path: string) {
  return unavailable('misplaced', `${path} is a link; a store holds none.`, 'Remove the link from the store.');
}

function parseRecord(text: string): ObjectRecord | null {
  try {
    const { id, size, sha256, contentType } = JSON.parse(text) as Record<string, unknown>;
    if (typeof id !== 'string' || !/^[0-9a-f]{24}$/.test(id)) return null;
    if (typeof size !== 'number' || typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) return null;
    return { id, size, sha256, ...(typeof contentType === 'string' ? { contentType } : {}) };
  } catch {
    return null;
  }
}
