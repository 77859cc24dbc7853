/**
 * Moving a finished and verified output into place: whole or not at all (cli 1). The frames of a png-sequence go into a directory
 * that is there one by one, beside files of others, so that a process that is killed at that moment leaves frames of both renders.
 */
import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, rename, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { asFramefarmError, FramefarmError } from '@framefarm/contract';
import { createScratch, hashFile, makeDirectory, type Scratch } from '@framefarm/process';

/** A place on the file system of the target, so that the last step is a rename. */
export interface Staging {
  /** Path under which the output is built. */
  readonly path: string;
  /** Renames the built output over the target. */
  publish(): Promise<void>;
  /** Removes what was built and any directory that was made for it and is still empty. */
  discard(): Promise<void>;
}

/**
 * The directory in which an output for `target` is built: the one beside it; a directory of frames that is there already itself, as
 * that may be a file system of its own, or all that this user may write to.
 */
export async function stagingPlace(target: string, kind: 'file' | 'directory'): Promise<string> {
  return kind === 'directory' && (await isDirectory(target)) ? target : dirname(target);
}

/**
 * Opens a staging place for `target`, whose parent directories it makes.
 * @param stage That in which a place that cannot be had is found: null before anything was rendered.
 * @throws FramefarmError `OUTPUT_NOT_WRITABLE`, `DISK_FULL`; `publish` likewise.
 */
export async function openStaging(
  target: string,
  kind: 'file' | 'directory',
  stage: 'publish' | null = 'publish',
): Promise<Staging> {
  const place = await stagingPlace(target, kind);
  let firstMade: string | undefined;
  const tidy = async (): Promise<void> => {
    if (firstMade !== undefined) await removeEmpty(place, dirname(firstMade));
  };
  let scratch: Scratch;
  try {
    firstMade = await makeDirectory(place);
    scratch = await createScratch(place, '.framefarm-');
  } catch (error) {
    await tidy();
    throw notWritable(target, error, stage);
  }
  // An ending as long as a name may be would not fit behind another word.
  const ending = extname(target).slice(0, 16).replaceAll('\\', '');
  const path = join(scratch.path, kind === 'file' ? `output${ending}` : 'frames');
  if (kind === 'directory') await mkdir(path);
  return {
    path,
    publish: async () => {
      const move = kind === 'file' ? rename(path, target) : publishDirectory(path, target);
      await move.catch((error) => {
        throw notWritable(target, error, 'publish');
      });
      await scratch.remove();
    },
    discard: async () => {
      await scratch.remove();
      await tidy();
    },
  };
}

const isDirectory = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** A full disk keeps its own code. */
function notWritable(target: string, thrown: unknown, stage: 'publish' | null): FramefarmError {
  const error = asFramefarmError(thrown, stage ?? undefined);
  if (error.code !== 'INTERNAL_ERROR') return error;
  return new FramefarmError('OUTPUT_NOT_WRITABLE', `${target} cannot be made: ${error.message}`, {
    ...(stage === null ? {} : { stage }),
    cause: thrown,
  });
}

/** Names that a png-sequence writes; other files in an existing directory are left alone. */
export const SEQUENCE_FILE = /^(?:frame_\d{6,}\.png|audio\.aac)$/;

async function publishDirectory(built: string, target: string): Promise<void> {
  const existing = await readdir(target).catch(() => null);
  if (existing === null) {
    await rename(built, target);
    return;
  }
  const fresh = new Set(await readdir(built));
  // What no file can be renamed over is found before the first one has gone.
  const inTheWay = existing.filter((name) => fresh.has(name)).map((name) => join(target, name));
  for (const path of inTheWay) {
    if ((await lstat(path)).isDirectory()) throw new Error(`${path} is a directory`);
  }
  for (const name of fresh) await rename(join(built, name), join(target, name));
  // Frames of an earlier, longer render would otherwise continue the new one.
  for (const name of existing) if (SEQUENCE_FILE.test(name) && !fresh.has(name)) await unlink(join(target, name));
}

async function removeEmpty(from: string, upTo: string): Promise<void> {
  for (let path = from; path.length > upTo.length; path = dirname(path)) {
    try {
      await rmdir(path);
    } catch {
      return; // Somebody else put something there meanwhile; it is theirs.
    }
  }
}

/** Bytes and SHA-256 (hex) of a file, or of a png-sequence's files in name order; what else lies there is not counted. */
export async function measureOutput(path: string): Promise<{ readonly size: number; readonly sha256: string }> {
  const files = (await stat(path)).isDirectory()
    ? (await readdir(path))
        .filter((name) => SEQUENCE_FILE.test(name))
        .sort()
        .map((name) => join(path, name))
    : [path];
  const hash = createHash('sha256');
  let size = 0;
  for (const file of files) size += await hashFile(file, hash);
  return { size, sha256: hash.digest('hex') };
}
