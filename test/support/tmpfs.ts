/** A small file system in memory, to be filled. Needs root, as continuous integration in a container has. */
import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { atFileEnd } from './file-end.js';
import { scratchDirectory } from './project.js';

const mounted: string[] = [];
atFileEnd(() => {
  for (const directory of mounted.splice(0)) execFileSync('umount', [directory]);
});

/** Mounts a file system of so many bytes; null where this user may not. */
export function mountSmall(bytes: number): string | null {
  const directory = scratchDirectory();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'framefarm-test', directory], { stdio: 'pipe' });
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
