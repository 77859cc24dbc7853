import { constants } from 'node:fs';
import { copyFile, type FileHandle, link, lstat, open, rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type Digest, digestOf, digestOfFile, RunningDigest } from '../digest.js';
import { isErrno, wrongDigest } from '../failures.js';
import { fromSender } from '../sender.js';
import type { PutOptions, StoredObject } from '../store.js';
import { flushFolder, makeFolder } from './folders.js';
import { bytesPath, newId, type Place, recordPath } from './names.js';
import { describe, type FoundRecord, findObject, type ObjectRecord } from './record.js';

/** Fills the new, empty file of an object. */
export type Fill = (file: FileHandle, path: string) => Promise<Digest>;

export const fillWith =
  (bytes: Uint8Array): Fill =>
  async (file) => {
    await file.writeFile(bytes);
    return digestOf(bytes);
  };

/**
 * A copy shares blocks with its source where the file system can. It is never a hard link: the caller may change the
 * source. The digest is of the copy, of which nobody else knows.
 */
export const fillFrom =
  (source: string): Fill =>
  async (file, path) => {
    await copyFile(source, path, constants.COPYFILE_FICLONE);
    await file.chmod(0o644);
    return digestOfFile(file);
  };

export const fillThrough =
  (stream: Readable): Fill =>
  async (file) => {
    const running = new RunningDigest();
    for await (const bytes of fromSender(stream)) {
      running.add(bytes);
      await file.writeFile(bytes);
    }
    return running.end();
  };

/** Writes bytes and record, flushes both, and makes them an object with one rename (or link, for `ifAbsent`). */
export async function writeObject(place: Place, fill: Fill, options: PutOptions): Promise<StoredObject> {
  const id = newId();
  const file = await reserve(place, id);
  try {
    let digest: Digest;
    try {
      digest = await fill(file, bytesPath(place, id));
      await file.sync();
    } finally {
      await file.close();
    }
    const { sha256, contentType, signal } = options;
    signal?.throwIfAborted();
    if (sha256 !== undefined && sha256 !== digest.sha256) throw wrongDigest(place.key, sha256, digest.sha256);
    const record = { id, ...digest, ...(contentType === undefined ? {} : { contentType }) };
    const stored = await commit(place, record, options.ifAbsent === true);
    if (stored.record.id !== id) await rm(bytesPath(place, id), { force: true });
    return describe(place.key, stored);
  } catch (thrown) {
    // The record may name these bytes already if only the last flush failed.
    const found = await findObject(place).catch(() => null);
    if (found?.record.id !== id) await rm(bytesPath(place, id), { force: true });
    throw thrown;
  }
}

/** Makes the folder and, in it, the file: whoever removes empty folders cannot come between twice in a row for ever. */
async function reserve(place: Place, id: string): Promise<FileHandle> {
  for (let attempt = 1; ; attempt += 1) {
    await makeFolder(place);
    try {
      return await open(bytesPath(place, id), 'wx+', 0o644);
    } catch (thrown) {
      if (!isErrno(thrown, 'ENOENT') || attempt === 10) throw thrown;
    }
  }
}

async function commit(place: Place, record: ObjectRecord, ifAbsent: boolean): Promise<FoundRecord> {
  const temporary = bytesPath(place, newId());
  let storedAt: Date;
  const file = await open(temporary, 'wx', 0o644);
  try {
    try {
      await file.writeFile(`${JSON.stringify(record)}\n`);
      await file.sync();
      storedAt = (await file.stat()).mtime;
    } finally {
      await file.close();
    }
    const before = await findObject(place);
    if (ifAbsent) {
      const kept = before ?? (await linkUnlessThere(place, temporary));
      if (kept !== null) return kept;
    } else {
      await rename(temporary, recordPath(place));
      if (before !== null) await rm(bytesPath(place, before.record.id), { force: true });
    }
    await flushFolder(place.folder);
    return { record, storedAt };
  } finally {
    await rm(temporary, { force: true });
  }
}

/** The object that was first, or null when this one is it. A record without its bytes gives way. */
async function linkUnlessThere(place: Place, temporary: string): Promise<FoundRecord | null> {
  for (;;) {
    try {
      await link(temporary, recordPath(place));
      return null;
    } catch (thrown) {
      if (!isErrno(thrown, 'EEXIST')) throw thrown;
    }
    const first = await findObject(place);
    if (first !== null) return first;
    // Removed meanwhile: once more. Still there: a record without its bytes.
    if (await isThere(recordPath(place))) {
      await rename(temporary, recordPath(place));
      return null;
    }
  }
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
