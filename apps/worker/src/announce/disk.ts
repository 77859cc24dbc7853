/** Room on the worker's disk: it stops taking work before the disk fills (security 4). */
import { statfs } from 'node:fs/promises';

/** Free bytes below which no step is claimed. */
const DISK_FLOOR_BYTES = 512 * 1024 * 1024;

/** Why there is too little room, in words; null when there is enough. */
export async function lowDisk(directories: readonly string[]): Promise<string | null> {
  const found = await Promise.all([...new Set(directories)].map(faultOf));
  return found.find((fault) => fault !== null) ?? null;
}

async function faultOf(directory: string): Promise<string | null> {
  const facts = await statfs(directory).catch((error: NodeJS.ErrnoException) => error);
  if (facts instanceof Error) return `${directory}, where steps work, cannot be used (${facts.code})`;
  const free = facts.bavail * facts.bsize;
  if (free >= DISK_FLOOR_BYTES) return null;
  const megabytes = (bytes: number): number => Math.round(bytes / 1_048_576);
  return `${megabytes(free)} MB are free on the disk of ${directory}; at least ${megabytes(DISK_FLOOR_BYTES)} MB are needed`;
}
