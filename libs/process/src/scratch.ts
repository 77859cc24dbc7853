/** Temporary directories that cannot outlive this process. */
import { rmSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { guard } from './guardian.js';

export interface Scratch {
  readonly path: string;
  /** Removes the directory and all in it. */
  remove(): Promise<void>;
  /** Leaves it on disk, also at exit (`--debug`). */
  keep(): void;
}

const live = new Map<string, () => void>();
let exitHookInstalled = false;

function forget(path: string): void {
  live.get(path)?.();
  live.delete(path);
}

export interface ScratchOptions {
  /** Others may pass through it to what they know by name; they list and write nothing (mode 0711). Default false: 0700. */
  readonly passable?: boolean;
}

/** Makes a new empty directory below `parent` (made if absent). */
export async function createScratch(
  parent: string,
  prefix: string,
  { passable = false }: ScratchOptions = {},
): Promise<Scratch> {
  if (!exitHookInstalled) {
    exitHookInstalled = true;
    process.on('exit', () => {
      for (const path of live.keys()) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
    });
  }
  await mkdir(parent, { recursive: true });
  const path = await mkdtemp(join(resolve(parent), prefix));
  live.set(path, guard({ directory: path }));
  if (passable) await chmod(path, 0o711);
  return {
    path,
    remove: async () => {
      if (!live.has(path)) return;
      // A browser that was just killed may still be dropping files; rm retries on ENOTEMPTY.
      await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
      forget(path);
    },
    keep: () => forget(path),
  };
}
