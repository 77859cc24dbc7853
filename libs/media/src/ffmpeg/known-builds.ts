/**
 * What was learned about FFmpeg builds, kept in the user's cache: asking a build for its parts takes five short runs, a
 * third of a second of CPU where its libraries are many. Only what can be used is remembered.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FfmpegVersion } from './version.js';

/** Counted up when other things are learned than before. */
const FORMAT = 2;

/** What stands in a file: the facts, and the programs whose key is its name. */
type KeptFacts = BuildFacts & { readonly programs: readonly string[] };

export interface BuildFacts {
  readonly ffprobePath: string;
  readonly versionNumber: FfmpegVersion;
  readonly ffprobeVersion: string;
  readonly features: { readonly vp8AlphaDecoder: boolean; readonly vp9AlphaDecoder: boolean };
}

/**
 * Name under which facts about these programs are kept; null when they cannot be told from changed ones: a script may
 * start something else tomorrow without changing itself.
 */
export async function buildKey(programs: readonly string[]): Promise<string | null> {
  const hash = createHash('sha256').update(String(FORMAT));
  for (const program of programs) {
    // A directory cannot be read, and a pipe is waited for.
    const isFile = await stat(program).then(
      (found) => found.isFile(),
      () => false,
    );
    const file = isFile ? await open(program).catch(() => null) : null;
    if (file === null) return null;
    try {
      const { size, mtimeMs, ino } = await file.stat();
      const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
      if (buffer.toString('latin1') === '#!') return null;
      hash.update(`\0${program}\0${size}\0${mtimeMs}\0${ino}`);
    } finally {
      await file.close();
    }
  }
  return hash.digest('hex').slice(0, 32);
}

/** Null when nothing is known, or nothing readable. */
export async function readFacts(cacheDir: string, key: string): Promise<BuildFacts | null> {
  const kept = await readKept(join(cacheDir, factsFile(key)));
  if (kept === null) return null;
  const { ffprobePath, ffprobeVersion, versionNumber, features } = kept;
  const whole =
    typeof ffprobePath === 'string' &&
    typeof ffprobeVersion === 'string' &&
    typeof versionNumber?.text === 'string' &&
    Array.isArray(versionNumber.libavcodec) &&
    typeof features?.vp8AlphaDecoder === 'boolean' &&
    typeof features.vp9AlphaDecoder === 'boolean';
  return whole ? { ffprobePath, ffprobeVersion, versionNumber, features } : null;
}

/**
 * Keeps facts about `programs` under their key, in place of what was known about programs that have gone or changed. A cache
 * that cannot be written costs time and nothing else.
 */
export async function keepFacts(
  cacheDir: string,
  key: string,
  programs: readonly string[],
  facts: BuildFacts,
): Promise<void> {
  const draft = join(cacheDir, `.ffmpeg-${process.pid}-${randomUUID()}`);
  try {
    await mkdir(cacheDir, { recursive: true });
    const kept: KeptFacts = { programs, ...facts };
    await writeFile(draft, JSON.stringify(kept));
    await rename(draft, join(cacheDir, factsFile(key)));
    await dropOutdated(cacheDir);
  } catch {
    await rm(draft, { force: true }).catch(() => {});
  }
}

/** Programs that went, or are no longer the same, have another key: nothing would read what is kept under the old one. */
async function dropOutdated(cacheDir: string): Promise<void> {
  for (const name of await readdir(cacheDir)) {
    if (!FACTS_FILE.test(name)) continue;
    const programs = (await readKept(join(cacheDir, name)))?.programs;
    const key = Array.isArray(programs) && programs.every(isText) ? await buildKey(programs) : null;
    if (key === null || factsFile(key) !== name) await rm(join(cacheDir, name), { force: true });
  }
}

async function readKept(file: string): Promise<Partial<KeptFacts> | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Partial<KeptFacts> | null;
  } catch {
    return null;
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';
const FACTS_FILE = /^ffmpeg-[0-9a-f]{32}\.json$/;
const factsFile = (key: string): string => `ffmpeg-${key}.json`;
