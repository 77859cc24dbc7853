/** What a container may read of this machine. */
import { realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FramefarmError } from '@framefarm/contract';
import type { Mount } from '../engine/run-arguments.js';

/** Directories that the image needs for itself; a project that holds one would hide it. */
const OF_THE_IMAGE = ['/opt/framefarm', '/usr/bin', '/usr/lib', '/usr/local/bin', '/etc', '/proc', '/sys', '/dev'];

/**
 * The project, the node_modules directories of its parents and the further package directories, by the paths that they have
 * here, read-only (composition-format 11.2).
 * @throws FramefarmError CONTAINER_MOUNT_REFUSED
 */
export async function projectMounts(projectDir: string, packageDirs: readonly string[]): Promise<readonly Mount[]> {
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

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
