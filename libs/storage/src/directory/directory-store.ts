import { constants } from 'node:fs';
import { copyFile, realpath, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { makeDirectory } from '@framefarm/process';
import { rangeWithin } from '../byte-range.js';
import { digestOfFile } from '../digest.js';
import { damaged, isErrno, storeFileFailure, unavailable } from '../failures.js';
import { checkKey, checkPrefix } from '../keys.js';
import { appearAs, checkSource } from '../local-file.js';
import { LOOK_MS } from '../look.js';
import { SenderFailure } from '../sender.js';
import type { ByteRange, ListedObject, ObjectStore, PutOptions, ReadObject, StoredObject } from '../store.js';
import { hasFolder, isFolder, removeEmptyFolders } from './folders.js';
import { HangingCall } from './hanging-call.js';
import { bytesPath, newId, type Place, PROBE, placeOf, recordPath } from './names.js';
import { describe, type FoundRecord, findObject, openUnlinked } from './record.js';
import { sweepFolder, walk } from './walk.js';
import { type Fill, fillFrom, fillThrough, fillWith, writeObject } from './write.js';

/**
 * Objects in a directory, also one that many machines share. An object is a file of bytes and a record that names it: the
 * record appears by one rename after the bytes are on the disk, so that neither a killed writer nor a loss of power shows
 * a part of an object. The file system has to know hard links (NFS does).
 * @throws FramefarmError `STORE_UNAVAILABLE` when the directory cannot be made or is none
 */
export async function openDirectory(path: string): Promise<ObjectStore> {
  const wanted = resolve(path);
  try {
    const root = await new HangingCall(wanted).inTime(() => directoryAt(wanted));
    if (root !== null) return new DirectoryStore(root);
  } catch (thrown) {
    if (!isErrno(thrown, 'EEXIST', 'ENOTDIR')) throw storeFileFailure(thrown, wanted);
  }
  throw unavailable('misplaced', `${wanted} is no directory.`, 'Set FRAMEFARM_STORE to a directory.');
}

/** Its name without links; null where it is none. */
async function directoryAt(wanted: string): Promise<string | null> {
  // Only this user by default (reference: security 4); an operator who shares it gives its rights beforehand.
  await makeDirectory(wanted, 0o700);
  const root = await realpath(wanted);
  return (await stat(root)).isDirectory() ? root : null;
}

class DirectoryStore implements ObjectStore {
  readonly kind = 'directory';
  readonly location: string;
  readonly #look: HangingCall;

  constructor(root: string) {
    this.location = root;
    this.#look = new HangingCall(root);
  }

  async putFile(key: string, file: string, options: PutOptions = {}): Promise<StoredObject> {
    checkKey(key);
    await checkSource(file);
    return this.#put(key, fillFrom(file), options);
  }

  async put(key: string, data: Uint8Array | string, options: PutOptions = {}): Promise<StoredObject> {
    return this.#put(key, fillWith(typeof data === 'string' ? Buffer.from(data) : data), options);
  }

  async putStream(key: string, stream: Readable, options: PutOptions = {}): Promise<StoredObject> {
    stream.on('error', () => {});
    const { signal } = options;
    if (signal !== undefined) addAbortSignal(signal, stream);
    try {
      return await this.#put(key, fillThrough(stream), options);
    } finally {
      stream.destroy();
    }
  }

  async #put(key: string, fill: Fill, options: PutOptions): Promise<StoredObject> {
    const place = this.#place(key);
    return this.#guarded(async () => {
      const kept = options.ifAbsent === true ? await this.#find(place) : null;
      return kept === null ? await writeObject(place, fill, options) : describe(key, kept);
    }, options.signal);
  }

  async head(key: string): Promise<StoredObject | null> {
    const place = this.#place(key);
    const found = await this.#guarded(() => this.#find(place));
    return found === null ? null : describe(key, found);
  }

  async read(key: string, range?: ByteRange): Promise<ReadObject | null> {
    const place = this.#place(key);
    return this.#guarded(async () => {
      const opened = await this.#open(place);
      if (opened === null) return null;
      const { object, file } = opened;
      try {
        const part = range === undefined ? {} : rangeWithin(range, object.size);
        return { object, body: file.createReadStream(part) };
      } catch (thrown) {
        await file.close();
        throw thrown;
      }
    });
  }

  /** The bytes that the record names; a replacement in between is followed. */
  async #open(place: Place) {
    for (;;) {
      const found = await this.#find(place);
      if (found === null) return null;
      const file = await openUnlinked(bytesPath(place, found.record.id));
      if (file !== null) return { object: describe(place.key, found), file };
    }
  }

  async fetchFile(key: string, file: string): Promise<boolean> {
    const place = this.#place(key);
    const target = resolve(file);
    return appearAs(target, async (temporary) => {
      const object = await this.#copyTo(place, temporary);
      if (object === null) return false;
      const copied = await digestOfFile(temporary);
      if (copied.sha256 !== object.sha256 || copied.size !== object.size) throw damaged(key, this.location);
      return true;
    });
  }

  async #copyTo(place: Place, file: string): Promise<StoredObject | null> {
    for (let last = ''; ; ) {
      const found = await this.#guarded(() => this.#find(place));
      if (found === null) return null;
      try {
        await copyFile(bytesPath(place, found.record.id), file, constants.COPYFILE_FICLONE);
        return describe(place.key, found);
      } catch (thrown) {
        // Replaced meanwhile: the new bytes are named by now.
        if (!isErrno(thrown, 'ENOENT') || found.record.id === last) throw thrown;
        last = found.record.id;
      }
    }
  }

  async #find(place: Place): Promise<FoundRecord | null> {
    return (await hasFolder(place)) ? findObject(place) : null;
  }

  async *list(prefix: string): AsyncGenerator<ListedObject> {
    checkPrefix(prefix, { all: true });
    this.#look.refuseWhileHanging();
    try {
      yield* walk(join(this.location, prefix.slice(0, -1)), prefix);
    } catch (thrown) {
      throw storeFileFailure(thrown, this.location);
    }
  }

  async remove(key: string): Promise<void> {
    const place = this.#place(key);
    await this.#guarded(() => this.#removeAt(place));
  }

  async #removeAt(place: Place): Promise<void> {
    if (!(await isFolder(place.folder))) return;
    const found = await findObject(place);
    await rm(recordPath(place), { force: true });
    if (found !== null) await rm(bytesPath(place, found.record.id), { force: true });
    await removeEmptyFolders(place.folder, this.location);
  }

  async removeAll(prefix: string): Promise<number> {
    checkPrefix(prefix, { all: false });
    let removed = 0;
    for await (const { key } of this.list(prefix)) {
      await this.remove(key);
      removed += 1;
    }
    return removed;
  }

  async sweep(olderThanSeconds: number): Promise<number> {
    return this.#guarded(() => sweepFolder(this.location, Date.now() - olderThanSeconds * 1000));
  }

  async downloadUrl(): Promise<null> {
    return null;
  }

  async check(): Promise<void> {
    await this.#look.inTime(() => this.#probe());
  }

  async #probe(): Promise<void> {
    const place: Place = { key: 'the probe', root: this.location, folder: this.location, name: `${PROBE}${newId()}` };
    await this.#guarded(async () => {
      const stored = await writeObject(place, fillWith(Buffer.from('probe')), { ifAbsent: true });
      const opened = await this.#open(place);
      await opened?.file.close();
      await this.#removeAt(place);
      if (opened?.object.sha256 !== stored.sha256) throw damaged(place.key, this.location);
    });
  }

  async close(): Promise<void> {}

  #place(key: string): Place {
    checkKey(key);
    return placeOf(this.location, key);
  }

  async #guarded<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    this.#look.refuseWhileHanging();
    // Where nobody looks at the store from time to time, what does not come back has it looked at.
    const late = setTimeout(() => void this.check().catch(() => {}), LOOK_MS).unref();
    try {
      return await work();
    } catch (thrown) {
      signal?.throwIfAborted();
      throw thrown instanceof SenderFailure ? thrown.cause : storeFileFailure(thrown, this.location);
    } finally {
      clearTimeout(late);
    }
  }
}
