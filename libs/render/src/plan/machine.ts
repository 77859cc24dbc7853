/** What this process may use of the machine: cores and memory, container limits included. */
import { readFileSync } from 'node:fs';
import { availableParallelism, freemem, totalmem } from 'node:os';

/** Where a container sees its own limits; only tests name another place. */
const CGROUP = '/sys/fs/cgroup';

/** The first of the files that can be read: version 2 of control groups has one directory, version 1 one for each kind. */
function readCgroup(root: string, ...names: readonly string[]): string | null {
  for (const name of names) {
    try {
      return readFileSync(`${root}/${name}`, 'utf8').trim();
    } catch {
      // The other version, or no container.
    }
  }
  return null;
}

/** Cores this process may use: CPU affinity and the container's quota, at least 1. */
export function usableCores(root = CGROUP): number {
  const both = readCgroup(root, 'cpu.max')?.split(' ');
  const quota = Number(both?.[0] ?? readCgroup(root, 'cpu/cpu.cfs_quota_us'));
  const period = Number(both?.[1] ?? readCgroup(root, 'cpu/cpu.cfs_period_us'));
  // No limit is "max" in one version and -1 in the other.
  const limit = quota > 0 && period > 0 ? Math.max(1, Math.floor(quota / period)) : Number.POSITIVE_INFINITY;
  return Math.min(availableParallelism(), limit);
}

/** Memory in bytes: what is free now and what there is in all, within the container's limit. */
export function usableMemory(root = CGROUP): { readonly freeBytes: number; readonly totalBytes: number } {
  const limit = Number(readCgroup(root, 'memory.max', 'memory/memory.limit_in_bytes') ?? 'max');
  const used = Number(readCgroup(root, 'memory.current', 'memory/memory.usage_in_bytes') ?? '0');
  // Version 1 writes no limit as a number larger than any memory.
  if (!(limit > 0 && limit < totalmem())) return { freeBytes: freemem(), totalBytes: totalmem() };
  return { freeBytes: Math.min(freemem(), Math.max(0, limit - used)), totalBytes: limit };
}
