/** Memory of a browser with all its processes. */
import { readFile } from 'node:fs/promises';
import { groupMembers } from '@framefarm/process';

async function kibibytes(file: string, label: string): Promise<number | null> {
  try {
    const match = new RegExp(`^${label}:\\s+(\\d+) kB`, 'm').exec(await readFile(file, 'utf8'));
    return match === null ? null : Number(match[1]);
  } catch {
    return null;
  }
}

/**
 * Bytes of memory of the process group led by `pid`: proportional set size, which counts shared pages once over all
 * sharers; resident size for processes whose PSS may not be read. 0 when the group has ended or there is no /proc.
 */
export async function measureGroupMemory(pid: number): Promise<number> {
  let total = 0;
  for (const member of await groupMembers(pid)) {
    const pss = await kibibytes(`/proc/${member}/smaps_rollup`, 'Pss');
    total += (pss ?? (await kibibytes(`/proc/${member}/status`, 'VmRSS')) ?? 0) * 1024;
  }
  return total;
}
