/** What this process may use of the machine: cores and memory, container limits included. */
import { readFileSync } from 'node:fs';
import { availableParallelism, freemem, totalmem } from 'node:os';

function readCgroup(name: string): string | null {
  try {
    return readFileSync(`/sys/fs/cgroup/${name}`, 'utf8').trim();
  } catch {
    return null;
  }
}

/** Cores this process may use: CPU affinity and the container's quota, at least 1. */
export function usableCores(): number {
  const [quota, period] = (readCgroup('cpu.max') ?? 'max').split(' ').map(Number);
  const limit =
    quota && period && Number.isFinite(quota) ? Math.max(1, Math.floor(quota / period)) : Number.POSITIVE_INFINITY;
  return Math.min(availableParallelism(), limit);
}

/** Memory in bytes: what is free now and what there is in all, within the container's limit. */
export function usableMemory(): { readonly freeBytes: number; readonly totalBytes: number } {
  const limit = Number(readCgroup('memory.max') ?? 'max');
  const used = Number(readCgroup('memory.current') ?? '0');
  if (!Number.isFinite(limit) || limit <= 0) return { freeBytes: freemem(), totalBytes: totalmem() };
  return { freeBytes: Math.min(freemem(), Math.max(0, limit - used)), totalBytes: Math.min(totalmem(), limit) };
}
