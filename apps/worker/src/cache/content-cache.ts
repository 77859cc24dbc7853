/**
 * Directories and files that were made once and are used by many steps, named by their content: unpacked compositions,
 * pictures of videos, segments. What is in use stays; of the rest the least recently used goes when there is too much.
 */
import { randomUUID } from 'node:crypto';
import { access, cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface Held {
  /** Absolute path; valid until `release`. */
  readonly path: string;
  release(): void;
}

interface Entry {
  readonly path: string;
  readonly made: Promise<void>;
  bytes: number;
  users: number;
}

export interface CacheCounts {
  readonly hits: number;
  readonly misses: number;
  readonly bytes: number;
  readonly entries: number;
}

/** Safe for any number of callers in one process: who asks first makes it, the others wait for it. */
export class ContentCache {
  /** The least recently used first. */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;
  #hits = 0;
  #misses = 0;

  /** `root` belongs to this cache alone. `maxBytes` is kept once nothing more is in use. */
  constructor(
    readonly root: string,
    readonly maxBytes: number,
  ) {}

  /**
   * The content of `key`; `make` writes it to a path that does not exist yet, as file or directory. What `make` throws
   * reaches everybody who waited, and nothing is kept. `extension` (with its dot) is for programs that look at names.
   */
  async hold(key: string, make: (path: string) => Promise<void>, extension = ''): Promise<Held> {
    const known = this.#entries.get(key);
    if (known === undefined) this.#misses += 1;
    else this.#hits += 1;
    const entry = known ?? this.#begin(key, make, extension);
    entry.users += 1;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    let held = true;
    const release = (): void => {
      if (!held) return;
      held = false;
      entry.users -= 1;
      void this.#shrink();
    };
    try {
      await entry.made;
    } catch (error) {
      release();
      throw error;
    }
    if (known === undefined || (await isThere(entry.path))) return { path: entry.path, release };
    // Somebody made room on the disk of a worker that runs, by hand or by a rule for old files.
    release();
    this.#forget(key, entry);
    return this.hold(key, make, extension);
  }

  #forget(key: string, entry: Entry): void {
    if (this.#entries.get(key) !== entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }

  /** Takes over the file or directory at `path`; from another file system it is copied. Known content is kept. */
  async adopt(key: string, path: string, extension = ''): Promise<void> {
    const held = await this.hold(key, (place) => moved(path, place), extension);
    held.release();
  }

  /** Whether `hold` would find the content of `key` made. */
  has(key: string): boolean {
    return this.#entries.has(key);
  }

  counts(): CacheCounts {
    return { hits: this.#hits, misses: this.#misses, bytes: this.#bytes, entries: this.#entries.size };
  }

  #begin(key: string, make: (path: string) => Promise<void>, extension: string): Entry {
    const path = join(this.root, `${randomUUID()}${extension}`);
    const made = this.#make(path, make);
    const entry: Entry = { path, made: made.then(() => {}), bytes: 0, users: 0 };
    made.then(
      (bytes) => {
        entry.bytes = bytes;
        this.#bytes += bytes;
        void this.#shrink();
      },
      () => this.#entries.delete(key),
    );
    return entry;
  }

  async #make(path: string, make: (path: string) => Promise<void>): Promise<number> {
    await mkdir(this.root, { recursive: true, mode: 0o700 });
    try {
      await make(path);
      return await sizeOf(path);
    } catch (error) {
      await rm(path, { recursive: true, force: true });
      throw error;
    }
  }

  async #shrink(): Promise<void> {
    for (const [key, entry] of this.#entries) {
      if (this.#bytes <= this.maxBytes) return;
      // Looked at anew each time: while one is removed another may be asked for again.
      if (entry.users > 0) continue;
      this.#entries.delete(key);
      this.#bytes -= entry.bytes;
      // What cannot be removed stays until the worker ends, and must not end it: nobody waits for this.
      await rm(entry.path, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
    }
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

async function moved(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await cp(from, to, { recursive: true });
    await rm(from, { recursive: true, force: true });
  }
}

/** Bytes of a file, or of all files below a directory. */
export async function sizeOf(path: string): Promise<number> {
  const facts = await stat(path);
  if (!facts.isDirectory()) return facts.size;
  const names = await readdir(path);
  const sizes = await Promise.all(names.map((name) => sizeOf(join(path, name))));
  return sizes.reduce((sum, size) => sum + size, 0);
}
