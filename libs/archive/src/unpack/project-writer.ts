/** The files of a project, written one by one into a private directory (reference: security 4 and 6). */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { listingOf, type ProjectFile, type ProjectListing } from '../listing/composition-id.js';
import { NameRegister } from '../names/name-register.js';
import { projectPath } from '../names/project-path.js';
import { rejectedEntry } from '../rejected.js';
import type { Budget } from './budget.js';

/** For the user as whom decoders of root run, who gets files handed over open; the project's directory keeps others out. */
const FILE_MODE = 0o644;
/** Nothing that exists is opened, no link is followed. */
const NEW_FILE = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW;

export interface Written extends ProjectFile {
  readonly crc32: number;
}

export class ProjectWriter {
  readonly #names = new NameRegister();
  readonly #files: Written[] = [];
  readonly #folders = new Set<string>();

  /** `root` exists, is empty and belongs to this process alone. */
  constructor(
    readonly root: string,
    readonly budget: Budget,
    readonly signal: AbortSignal,
  ) {}

  /** Checks the name of an entry and counts it. Answers its path, and whether the name is one of a folder. */
  admit(name: string | Uint8Array): { readonly path: string; readonly folder: boolean } {
    this.signal.throwIfAborted();
    this.budget.entry();
    const checked = projectPath(name, this.budget.limits);
    if (!checked.ok) throw rejectedEntry(name, checked.reason);
    return checked;
  }

  /** Makes the folder of an admitted entry. */
  async folder(path: string): Promise<void> {
    if (path === '') return;
    const fault = this.#names.addFolder(path);
    if (fault !== null) throw rejectedEntry(path, fault);
    await this.#makeFolder(path);
  }

  /** Writes the file of an admitted entry, exclusively and within the budget. */
  async file(path: string, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Written> {
    const fault = this.#names.addFile(path);
    if (fault !== null) throw rejectedEntry(path, fault);
    await this.#makeFolder(dirname(path));
    const file = await open(join(this.root, path), NEW_FILE, FILE_MODE);
    try {
      const hash = createHash('sha256');
      let size = 0;
      let check = 0;
      for await (const chunk of content) {
        this.signal.throwIfAborted();
        size += chunk.byteLength;
        this.budget.content(path, chunk.byteLength, size);
        hash.update(chunk);
        check = crc32(chunk, check);
        await file.writeFile(chunk);
      }
      const written = { path, size, sha256: hash.digest('hex'), crc32: check };
      this.#files.push(written);
      return written;
    } finally {
      await file.close();
    }
  }

  /** What has been written. */
  listing(): ProjectListing {
    return listingOf(this.#files.map(({ path, size, sha256 }) => ({ path, size, sha256 })));
  }

  async #makeFolder(path: string): Promise<void> {
    if (path === '.' || this.#folders.has(path)) return;
    await this.#makeFolder(dirname(path));
    await mkdir(join(this.root, path), { mode: 0o700 });
    this.#folders.add(path);
  }
}
