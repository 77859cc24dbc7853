/** Reading a project's files from disk, inside its directory only (composition-format 1, security 4). */
import { access, constants, readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { decodeHtml } from '@framefarm/composition';
import { FramefarmError } from '@framefarm/contract';

export interface DiskProject {
  /** Text of a project file, an HTML file in the encoding it names; null when there is no such file inside the project. */
  read(path: string): Promise<string | null>;
  exists(path: string): Promise<boolean>;
  /** Absolute real path of a project file that can be read, or null. */
  locate(path: string): Promise<string | null>;
  /** Links that were followed out of the project: project path → real path. */
  readonly outsideLinks: ReadonlyMap<string, string>;
  /** HTML files that name an encoding which does not exist: project path → that name. */
  readonly unknownEncodings: ReadonlyMap<string, string>;
  /** Project paths of files that are there, but closed to this user. */
  readonly unreadable: ReadonlySet<string>;
}

/**
 * Opens the project at `directory`. Paths are `/`-separated and relative to it. Symbolic links are followed out of the
 * project only when `followOutsideLinks` is set; each such target is recorded for a notice.
 * @throws FramefarmError COMPOSITION_NOT_FOUND when there is no such directory.
 */
export async function openProject(directory: string, followOutsideLinks: boolean): Promise<DiskProject> {
  const root = await realpath(directory).catch((cause: unknown) => {
    throw new FramefarmError('COMPOSITION_NOT_FOUND', `"${directory}" is not a readable directory.`, { cause });
  });
  const outsideLinks = new Map<string, string>();
  const unknownEncodings = new Map<string, string>();
  const unreadable = new Set<string>();

  const locate = async (path: string): Promise<string | null> => {
    if (path.includes('\0') || isAbsolute(path)) return null;
    const joined = join(root, path);
    if (!inside(root, joined)) return null;
    // An upload is unpacked with names in NFC, whatever its documents say (http-api 3.7).
    const real = await realpath(joined).catch(() => realpath(join(root, path.normalize('NFC'))).catch(() => null));
    if (real === null || !(await stat(real)).isFile()) return null;
    if (!inside(root, real)) {
      if (!followOutsideLinks) return null;
      outsideLinks.set(path, real);
    }
    const isReadable = await access(real, constants.R_OK).then(
      () => true,
      () => false,
    );
    if (isReadable) return real;
    unreadable.add(path);
    return null;
  };

  return {
    outsideLinks,
    unknownEncodings,
    unreadable,
    locate,
    exists: async (path) => (await locate(path)) !== null,
    read: async (path) => {
      const real = await locate(path);
      if (real === null) return null;
      const bytes = await readFile(real);
      if (!/\.html?$/i.test(path)) return bytes.toString('utf8');
      const { text, unknownEncoding } = decodeHtml(bytes);
      if (unknownEncoding !== null) unknownEncodings.set(path, unknownEncoding);
      return text;
    },
  };
}

function inside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
