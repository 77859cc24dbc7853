/** Temporary directories that cannot outlive this process. */
import { rmSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { FramefarmError } from '@framefarm/contract';
import { guard } from './guardian.js';
import { makeDirectory } from './make-directory.js';

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

/** What keeps a directory from being made where the path says, whoever tries. */
const CLOSED: ReadonlySet<string | undefined> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT']);

async function makeBelow(parent: string, prefix: string): Promise<string> {
  try {
    await makeDirectory(parent);
    return await mkdtemp(join(resolve(parent), prefix));
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (!CLOSED.has(code) || resolve(parent) !== resolve(tmpdir())) throw cause;
    throw new FramefarmError(
      'OUTPUT_NOT_WRITABLE',
      `TMPDIR "${parent}": no temporary files can be made there (${code})`,
      {
        hint: 'Set TMPDIR to a directory that this user may write to.',
        cause,
      },
    );
  }
}

/**
 * Makes a new empty directory below `parent` (made if absent).
 * @throws FramefarmError `OUTPUT_NOT_WRITABLE` where that is the system's directory for temporary files and closed.
 */
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
  const path = await makeBelow(parent, prefix);
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
