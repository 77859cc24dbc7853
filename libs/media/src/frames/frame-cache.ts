/**
 * Extracted pictures on disk, by content (composition-format 9.1): one directory per key, published by one rename, so
 * that processes which share the cache see whole entries only. The least recently used entries go first.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes the cache may hold. */
export const FRAME_CACHE_LIMIT_BYTES = 2 * 1024 ** 3;
/** An entry that was used this recently is never evicted, ms: a render on another machine may still read it. */
const GRACE_MS = 3_600_000;
const FACTS = 'facts.json';
const LEASES = 'leases';

export interface CacheFacts {
  readonly count: number;
  readonly bytes: number;
}

export interface CacheEntry {
  readonly dir: string;
  readonly count: number;
  readonly bytes: number;
  /** Lets the entry be evicted again. */
  release(): Promise<void>;
}

/** The entry, held against eviction by this process; null when there is none. */
export async function openEntry(cacheDir: string, key: string): Promise<CacheEntry | null> {
  const dir = join(cacheDir, key);
  const lease = join(dir, LEASES, `${process.pid}-${randomUUID()}`);
  try {
    await writeFile(lease, '');
    const facts = JSON.parse(await readFile(join(dir, FACTS), 'utf8')) as CacheFacts;
    await utimes(join(dir, FACTS), new Date(), new Date());
    return { dir, count: facts.count, bytes: facts.bytes, release: () => rm(lease, { force: true }) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** A directory inside the cache to extract into before `publishEntry`. */
export async function draftEntry(cacheDir: string): Promise<string> {
  const dir = join(cacheDir, `.draft-${process.pid}-${randomUUID()}`);
  await mkdir(join(dir, LEASES), { recursive: true });
  return dir;
}

/** Makes a draft visible under its key. When another process was faster, its entry stays and the draft goes. */
export async function publishEntry(cacheDir: string, key: string, draft: string, facts: CacheFacts): Promise<void> {
  await writeFile(join(draft, FACTS), JSON.stringify(facts));
  try {
    await rename(draft, join(cacheDir, key));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    await rm(draft, { recursive: true, force: true });
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  }
}

/** Removes the least recently used entries until `limitBytes` hold, and drafts whose process has ended. */
export async function evict(cacheDir: string, limitBytes = FRAME_CACHE_LIMIT_BYTES, graceMs = GRACE_MS): Promise<void> {
  const entries: { dir: string; bytes: number; usedMs: number }[] = [];
  for (const name of await readdir(cacheDir)) {
    const dir = join(cacheDir, name);
    const draftOf = /^\.(?:draft|evicted)-(\d+)-/.exec(name)?.[1];
    if (draftOf !== undefined) {
      if (!alive(Number(draftOf))) await rm(dir, { recursive: true, force: true });
      continue;
    }
    if (!/^[0-9a-f]{64}$/.test(name)) continue;
    try {
      const facts = JSON.parse(await readFile(join(dir, FACTS), 'utf8')) as CacheFacts;
      entries.push({ dir, bytes: facts.bytes, usedMs: (await stat(join(dir, FACTS))).mtimeMs });
    } catch {
      // Another process evicted it between our listing and our look.
    }
  }
  let total = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  for (const entry of entries.sort((a, b) => a.usedMs - b.usedMs)) {
    if (total <= limitBytes) return;
    if (await inUse(entry.dir, entry.usedMs, graceMs)) continue;
    // Renamed first, so that nobody opens an entry that is half gone.
    const grave = join(cacheDir, `.evicted-${process.pid}-${randomUUID()}`);
    const taken = await rename(entry.dir, grave).then(
      () => true,
      () => false,
    );
    if (taken) await rm(grave, { recursive: true, force: true });
    total -= entry.bytes;
  }
}

async function inUse(dir: string, usedMs: number, graceMs: number): Promise<boolean> {
  if (Date.now() - usedMs < graceMs) {
    const leases = await readdir(join(dir, LEASES)).catch(() => []);
    if (leases.length > 0) return true;
  }
  const leases = await readdir(join(dir, LEASES)).catch(() => []);
  return leases.some((name) => alive(Number(name.split('-')[0])));
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
