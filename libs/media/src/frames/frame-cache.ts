/**
 * Extracted pictures on disk, by content (composition-format 9.1): one directory per key, published by one rename, so
 * that processes which share the cache see whole entries only. The least recently used entries go first.
 */
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory } from '@framefarm/process';
import { stateOfUser, userName } from './cache-user.js';

/** Bytes the cache may hold. */
const FRAME_CACHE_LIMIT_BYTES = 2 * 1024 ** 3;
/** For as long, ms, a render elsewhere is taken to fill its draft or to read its entry since the last sign of it. */
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

/** The entry, held against eviction by this process; null when there is none. One that tells nothing of itself is removed. */
export async function openEntry(cacheDir: string, key: string): Promise<CacheEntry | null> {
  const dir = join(cacheDir, key);
  const lease = join(dir, LEASES, userName());
  try {
    await writeFile(lease, '');
    const facts = await readFacts(dir);
    if (facts === null) {
      await bury(cacheDir, dir);
      return null;
    }
    await utimes(join(dir, FACTS), new Date(), new Date());
    return { dir, count: facts.count, bytes: facts.bytes, release: () => rm(lease, { force: true }) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Null where nothing of use was written: a machine that loses its power may keep the name of a file and not its bytes. */
async function readFacts(dir: string): Promise<CacheFacts | null> {
  const text = await readFile(join(dir, FACTS), 'utf8');
  try {
    const { count, bytes } = JSON.parse(text) as CacheFacts;
    return Number.isSafeInteger(count) && Number.isSafeInteger(bytes) ? { count, bytes } : null;
  } catch {
    return null;
  }
}

/** Takes an entry away: renamed first, so that nobody opens one that is half gone. */
async function bury(cacheDir: string, dir: string): Promise<void> {
  const grave = join(cacheDir, `.evicted-${userName()}`);
  const taken = await rename(dir, grave).then(
    () => true,
    () => false,
  );
  if (taken) await rm(grave, { recursive: true, force: true });
}

/** A directory inside the cache to extract into before `publishEntry`. */
export async function draftEntry(cacheDir: string): Promise<string> {
  const dir = join(cacheDir, `.draft-${userName()}`);
  await makeDirectory(join(dir, LEASES));
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

/** Removes the least recently used entries until `limitBytes` hold, and drafts that nobody fills any more. */
export async function evict(cacheDir: string, limitBytes = FRAME_CACHE_LIMIT_BYTES, graceMs = GRACE_MS): Promise<void> {
  const entries: { dir: string; bytes: number; usedMs: number }[] = [];
  for (const name of await readdir(cacheDir)) {
    const dir = join(cacheDir, name);
    const draftOf = /^\.(?:draft|evicted)-(.+)$/.exec(name)?.[1];
    if (draftOf !== undefined) {
      if (!(await isFilled(dir, draftOf, graceMs))) await rm(dir, { recursive: true, force: true });
      continue;
    }
    if (!/^[0-9a-f]{64}$/.test(name)) continue;
    try {
      const facts = await readFacts(dir);
      entries.push({ dir, bytes: facts?.bytes ?? 0, usedMs: (await stat(join(dir, FACTS))).mtimeMs });
    } catch {
      // Another process evicted it between our listing and our look.
    }
  }
  let total = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  for (const entry of entries.sort((a, b) => a.usedMs - b.usedMs)) {
    if (total <= limitBytes) return;
    if (await inUse(entry.dir, entry.usedMs, graceMs)) continue;
    await bury(cacheDir, entry.dir);
    total -= entry.bytes;
  }
}

async function inUse(dir: string, usedMs: number, graceMs: number): Promise<boolean> {
  const leases = (await readdir(join(dir, LEASES)).catch(() => [])).map(stateOfUser);
  return leases.includes('lives') || (leases.includes('elsewhere') && Date.now() - usedMs < graceMs);
}

async function isFilled(dir: string, user: string, graceMs: number): Promise<boolean> {
  const state = stateOfUser(user);
  if (state !== 'elsewhere') return state === 'lives';
  const found = await stat(dir).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs < graceMs;
}
