import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isInside } from '../server/file-root.js';

export interface InstalledPackage {
  /** Real path of the package directory. */
  readonly directory: string;
  readonly version: string;
  readonly manifest: Readonly<Record<string, unknown>>;
}

/** Names searched at most when a file is looked up by its name; a larger package counts as not having it. */
const SEARCH_LIMIT = 20_000;

/** Reads the package `name` from a `node_modules` directory; null when it is absent or its manifest is unusable. */
export async function readPackage(nodeModules: string, name: string): Promise<InstalledPackage | null> {
  try {
    const directory = await realpath(join(nodeModules, name));
    const manifest: unknown = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8'));
    if (typeof manifest !== 'object' || manifest === null) return null;
    const fields = manifest as Record<string, unknown>;
    return typeof fields.version === 'string' ? { directory, version: fields.version, manifest: fields } : null;
  } catch (error) {
    // Absent here, or a broken install: another place may hold a usable one.
    const code = (error as NodeJS.ErrnoException).code;
    if (error instanceof SyntaxError || code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES') return null;
    throw error;
  }
}

export interface PackageFile {
  /** Real path. */
  readonly file: string;
  /** False when another file answers: the unminified one, or one found elsewhere by its name. */
  readonly same: boolean;
}

/**
 * Finds a file of a package: at `path`, else its unminified form, else (when `searchByName`) the only file of that name
 * in the package. Without a path the fields `jsdelivr`, `unpkg`, `browser` and `main` decide, in this order. What lies
 * outside the package directory once links are resolved is not found (composition-format 11.2).
 */
export async function findPackageFile(
  found: InstalledPackage,
  path: string | null,
  searchByName: boolean,
): Promise<PackageFile | null> {
  if (path === null) return defaultFile(found);
  const names = [path, unminified(path)].filter((name) => name !== null);
  for (const [index, name] of names.entries()) {
    const file = await fileInside(found.directory, name);
    if (file !== null) return { file, same: index === 0 };
  }
  if (!searchByName) return null;
  const all = await listFiles(found.directory);
  for (const name of names) {
    const matches = all.filter((candidate) => basename(candidate) === basename(name));
    if (matches.length > 1) return null;
    const file = matches[0] === undefined ? null : await fileInside(found.directory, matches[0]);
    if (file !== null) return { file, same: false };
  }
  return null;
}

async function defaultFile(found: InstalledPackage): Promise<PackageFile | null> {
  const named = ['jsdelivr', 'unpkg', 'browser', 'main']
    .map((field) => found.manifest[field])
    .find((value): value is string => typeof value === 'string' && value !== '');
  const name = (named ?? 'index.js').replace(/^\.?\/+/, '');
  // `main` may leave out the ending or name a directory, as Node allows.
  for (const candidate of [name, unminified(name), `${name}.js`, `${name.replace(/\/+$/, '')}/index.js`]) {
    const file = candidate === null ? null : await fileInside(found.directory, candidate);
    if (file !== null) return { file, same: true };
  }
  return null;
}

/** `a/b.min.js` to `a/b.js`; null for other names. */
function unminified(name: string): string | null {
  return /\.min\.(?:m?js|cjs|css)$/.test(name) ? name.replace(/\.min(\.[a-z]+)$/, '$1') : null;
}

async function fileInside(directory: string, name: string): Promise<string | null> {
  try {
    const file = await realpath(join(directory, name));
    return isInside(directory, file) && (await stat(file)).isFile() ? file : null;
  } catch {
    // Whatever the reason it cannot be reached, the caller reports the URL as not mapped.
    return null;
  }
}

async function listFiles(directory: string): Promise<readonly string[]> {
  const files: string[] = [];
  const open = [''];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const entry of await readdir(join(directory, at), { withFileTypes: true })) {
      const name = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory() && entry.name !== 'node_modules') open.push(name);
      else if (entry.isFile()) files.push(name);
      if (files.length > SEARCH_LIMIT) return [];
    }
  }
  return files.sort();
}
