/** What a container may read of this machine. */
import { realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FramefarmError } from '@framefarm/contract';
import type { Mount } from '../engine/run-arguments.js';
import type { UserId } from './container-user.js';

/** Directories that the image needs for itself; a project that holds one would hide it. */
const OF_THE_IMAGE = ['/opt/framefarm', '/usr/bin', '/usr/lib', '/usr/local/bin', '/etc', '/proc', '/sys', '/dev'];

export interface MountRequest {
  readonly projectDir: string;
  /** Path of the entry file in it. */
  readonly entry: string;
  readonly packageDirs: readonly string[];
  /** Who reads them in the container, where that is somebody else than the caller. */
  readonly reader: UserId | null;
}

/**
 * The project, the node_modules directories of its parents and the further package directories, by the paths that they have
 * here, read-only (composition-format 11.2).
 * @throws FramefarmError CONTAINER_MOUNT_REFUSED
 */
export async function projectMounts({
  projectDir,
  entry,
  packageDirs,
  reader,
}: MountRequest): Promise<readonly Mount[]> {
  const project = await realpath(projectDir);
  const paths = new Set([project]);
  for (let parent = dirname(project); ; parent = dirname(parent)) {
    const modules = join(parent, 'node_modules');
    if (await isDirectory(modules)) paths.add(modules);
    if (parent === dirname(parent)) break;
  }
  // Named through a link, a directory is wanted by its name and by its place.
  for (const named of [projectDir, ...packageDirs]) if (await isDirectory(named)) paths.add(named);
  for (const path of paths) checkPlace(path);
  if (reader !== null) await checkReadable([project, join(project, entry)], reader);
  return [...paths].map((path) => ({ path, writable: false }));
}

function checkPlace(path: string): void {
  const hidden = OF_THE_IMAGE.find((own) => own === path || own.startsWith(path === '/' ? path : `${path}/`));
  const within = OF_THE_IMAGE.find((own) => path.startsWith(`${own}/`));
  if (hidden === undefined && within === undefined) return;
  throw new FramefarmError(
    'CONTAINER_MOUNT_REFUSED',
    `${path} cannot be put into the container: the image has its own ${hidden ?? within} there`,
    { hint: 'Move the project into a directory of its own, such as one below your home.' },
  );
}

/** Root's container works as an ordinary user, who reads what everybody may read. */
async function checkReadable(paths: readonly string[], { uid }: UserId): Promise<void> {
  for (const path of paths) {
    const { mode } = await stat(path);
    const needed = (await isDirectory(path)) ? 0o005 : 0o004;
    if ((mode & needed) === needed) continue;
    throw new FramefarmError(
      'CONTAINER_MOUNT_REFUSED',
      `root's container works as user ${uid}, who may not read ${path}`,
      {
        hint: `Open the project with "chmod -R o+rX ${path}", or run the command as the user whom it belongs to.`,
      },
    );
  }
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
