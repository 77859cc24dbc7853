/** A small file system in memory, to be filled. Needs root, as continuous integration in a container has. */
import { execFileSync } from 'node:child_process';
import { afterAll } from 'vitest';
import { scratchDirectory } from './project.js';

const mounted: string[] = [];
afterAll(() => {
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
