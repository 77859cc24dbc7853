/** Memory of a browser with all its processes. */
import { readdir, readFile } from 'node:fs/promises';

async function processGroup(pid: string): Promise<number | null> {
  try {
    const line = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name in parentheses and may hold anything, also spaces.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    return Number(fields[2]);
  } catch {
    return null;
  }
}

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
  const names = await readdir('/proc').catch(() => [] as string[]);
  let total = 0;
  for (const name of names) {
    if (!/^\d+$/.test(name) || (await processGroup(name)) !== pid) continue;
    const pss = await kibibytes(`/proc/${name}/smaps_rollup`, 'Pss');
    total += (pss ?? (await kibibytes(`/proc/${name}/status`, 'VmRSS')) ?? 0) * 1024;
  }
  return total;
}
