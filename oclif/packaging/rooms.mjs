/** The rooms of the workspace as the package sees them: their manifests, their compiled code, their data. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const packageDir = dirname(dirname(fileURLToPath(import.meta.url)));
export const workspaceDir = dirname(packageDir);
/** Everything that packing writes into the package, but the licence; git and the development layout ignore it. */
export const bundleDir = join(packageDir, 'bundle');

export const readManifest = (directory) => JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));

/** Where rooms other than the package itself lie. */
const FLOORS = ['libs', 'apps'];

/** The libraries and applications that the package carries, by their directories: `libs/media`, `apps/worker`. */
export function carriedRooms() {
  return globSync(
    FLOORS.map((floor) => `${floor}/*/package.json`),
    { cwd: workspaceDir },
  )
    .map((file) => dirname(join(workspaceDir, file)))
    .sort()
    .map((directory) => ({
      directory,
      room: relative(workspaceDir, directory).split(sep).join('/'),
      manifest: readManifest(directory),
    }));
}

/**
 * Where a file of the workspace has its place in the package, relative to the package's directory; null for files that
 * no room owns. A room keeps its inner order below `bundle/libs/<room>` or `bundle/apps/<room>`, so that what its code finds relative to
 * itself stays where it was.
 */
export function placeInPackage(file) {
  const parts = relative(workspaceDir, file).split(sep);
  if (FLOORS.includes(parts[0])) return ['bundle', ...parts].join('/');
  const inPackage = relative(packageDir, file);
  return inPackage.startsWith('..') ? null : inPackage.split(sep).join('/');
}

/** The file that an import such as `@framefarm/page/runtime.js` names, by the `exports` of its room. */
export function resolveLibraryFile(specifier) {
  const [, name, rest] = /^@framefarm\/([^/]+)(\/.*)?$/.exec(specifier) ?? [];
  const directory = FLOORS.map((floor) => join(workspaceDir, floor, name ?? '')).find((one) =>
    existsSync(join(one, 'package.json')),
  );
  if (directory === undefined) throw new Error(`${specifier} names no room of the workspace`);
  const entry = readManifest(directory).exports[rest === undefined ? '.' : `.${rest}`];
  if (entry === undefined) throw new Error(`${specifier} is not among the exports of ${directory}/package.json`);
  return join(directory, typeof entry === 'string' ? entry : entry.default);
}

/**
 * Files that a room needs beside its code: what its `files` name, less what the compiler wrote, which travels in the
 * bundle.
 */
export function dataFiles({ directory, manifest }) {
  const listed = (manifest.files ?? []).flatMap((entry) =>
    globSync([entry, `${entry}/**`], { cwd: directory, withFileTypes: true })
      .filter((found) => found.isFile())
      .map((found) => join(found.parentPath, found.name)),
  );
  return [...new Set(listed)].filter((file) => !isCompiled(file));
}

/** Compiled files that a room starts as processes or threads of their own, by `programs` of its package.json. */
export function programFiles({ directory, manifest }) {
  return (manifest.programs ?? []).map((file) => join(directory, file));
}

/** The compiler writes types beside all code, also beside what it compiled before a source was removed. */
function isCompiled(file) {
  if (/\.(map|tsbuildinfo|d\.[mc]?ts)$/.test(file)) return true;
  return /\.[mc]?js$/.test(file) && existsSync(file.replace(/\.([mc]?)js$/, '.d.$1ts'));
}
