/** Noticing that files of a project changed. */
import { basename, sep } from 'node:path';
import { watch } from 'chokidar';

/** Editors write a file in several steps; changes this close, in ms, are one. */
const SETTLE_MS = 80;

export interface ProjectWatch {
  close(): Promise<void>;
}

/**
 * Calls `changed` after files below `directory` were added, changed or removed. Hidden files, installed packages and
 * what lies below `outputs` are left out. Resolves when the watch stands.
 */
export async function watchProject(
  directory: string,
  outputs: string,
  changed: () => void,
  failed: (error: unknown) => void,
): Promise<ProjectWatch> {
  const isIgnored = (path: string): boolean => {
    if (path === directory) return false;
    const name = basename(path);
    return name.startsWith('.') || name === 'node_modules' || path === outputs || path.startsWith(outputs + sep);
  };
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(directory, { ignored: isIgnored, ignoreInitial: true });
  watcher.on('all', () => {
    clearTimeout(timer);
    timer = setTimeout(changed, SETTLE_MS);
  });
  watcher.on('error', failed);
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
  return {
    close: async () => {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}
