/** A small file system in memory, to be filled. Needs root, as continuous integration in a container has. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scratchDirectory } from '../projects/project.js';
import { atFileEnd } from './file-end.js';

const mounted: string[] = [];
atFileEnd(() => {
  for (const directory of mounted.splice(0)) execFileSync('umount', [directory]);
});

function mount(directory: string, bytes: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'framefarm-test', directory], { stdio: 'pipe' });
}

/** Whether this user may mount; nothing stays mounted. For deciding which tests there are: what is done then is tidied up by nobody. */
export function mayMount(): boolean {
  const directory = mkdtempSync(join(tmpdir(), 'framefarm-mount-'));
  try {
    mount(directory, 4096);
    execFileSync('umount', [directory]);
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(directory);
  }
}

/** Mounts a file system of so many bytes until the test file ends; null where this user may not. For tests and their hooks. */
export function mountSmall(bytes: number): string | null {
  const directory = scratchDirectory();
  try {
    mount(directory, bytes);
  } catch {
    return null;
  }
  mounted.push(directory);
  return directory;
}

/** Fills the file system of `file` to its last byte. */
export function fillDisk(file: string): void {
  const block = Buffer.alloc(1_048_576);
  for (let size = block.length; size >= 1; size = Math.floor(size / 2)) {
    for (;;) {
      try {
        appendFileSync(file, block.subarray(0, size));
      } catch {
        break;
      }
    }
  }
}
