/**
 * What was learned about FFmpeg builds, kept in the user's cache: asking a build for its parts takes five short runs, a
 * third of a second of CPU where its libraries are many. Only what can be used is remembered.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FfmpegVersion } from './version.js';

/** Counted up when other things are learned than before. */
const FORMAT = 1;

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
    const file = await open(program).catch(() => null);
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
  try {
    const facts = JSON.parse(await readFile(factsFile(cacheDir, key), 'utf8')) as Partial<BuildFacts>;
    const whole =
      typeof facts.ffprobePath === 'string' &&
      typeof facts.ffprobeVersion === 'string' &&
      typeof facts.versionNumber?.text === 'string' &&
      Array.isArray(facts.versionNumber.libavcodec) &&
      typeof facts.features?.vp8AlphaDecoder === 'boolean' &&
      typeof facts.features.vp9AlphaDecoder === 'boolean';
    return whole ? (facts as BuildFacts) : null;
  } catch {
    return null;
  }
}

/** A cache that cannot be written costs time and nothing else. */
export async function keepFacts(cacheDir: string, key: string, facts: BuildFacts): Promise<void> {
  const draft = join(cacheDir, `.ffmpeg-${process.pid}-${randomUUID()}`);
  try {
    await mkdir(cacheDir, { recursive: true });
    await writeFile(draft, JSON.stringify(facts));
    await rename(draft, factsFile(cacheDir, key));
  } catch {
    await rm(draft, { force: true }).catch(() => {});
  }
}

const factsFile = (cacheDir: string, key: string): string => join(cacheDir, `ffmpeg-${key}.json`);
