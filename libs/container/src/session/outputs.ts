/**
 * The only place that a container may write to: a new directory where outputs are built. What is finished there is moved into
 * place from outside, so that nothing else lies open, and the target may be in the project.
 */
import { chown, copyFile, lchown, lstat, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { FramefarmError } from '@framefarm/contract';
import { createScratch } from '@framefarm/process';
import { openStaging } from '@framefarm/render';
import type { ContainerUser } from './container-user.js';

export interface Outputs {
  /** Absolute; the directory that is mounted. */
  readonly path: string;
  /** A new path in it for an output that will lie at `target`. */
  placeFor(target: string): Promise<string>;
  /** Moves what was made at `made` to `target`, whole or not at all. */
  publish(made: string, target: string, kind: 'file' | 'directory'): Promise<void>;
  remove(): Promise<void>;
}

/** @param directory where outputs lie, or will. */
export async function openOutputs(directory: string, { inside, giveTo }: ContainerUser): Promise<Outputs> {
  const scratch = await createScratch(await nearestExisting(directory), '.framefarm-');
  let count = 0;
  const handOver = async (path: string): Promise<void> => {
    if (giveTo !== null && inside !== null) await chown(path, inside.uid, inside.gid);
  };
  await handOver(scratch.path);
  return {
    path: scratch.path,
    placeFor: async (target) => {
      count += 1;
      const place = join(scratch.path, String(count));
      await mkdir(place);
      await handOver(place);
      return join(place, basename(target));
    },
    publish: async (made, target, kind) => {
      await checkKind(made, kind);
      if (giveTo !== null) await takeBack(made, kind, giveTo);
      const staging = await openStaging(target, kind);
      try {
        await move(made, staging.path, kind);
        await staging.publish();
      } finally {
        await staging.discard();
      }
      await rm(dirname(made), { recursive: true, force: true });
    },
    remove: () => scratch.remove(),
  };
}

/** The directory itself or the first above it that is there: the others are made when there is an output. */
async function nearestExisting(directory: string): Promise<string> {
  const found = await stat(directory).catch(() => null);
  return found?.isDirectory() ? directory : nearestExisting(dirname(directory));
}

/** What a container leaves is looked at before it is touched: no links, no devices. */
async function checkKind(path: string, kind: 'file' | 'directory'): Promise<void> {
  const files = kind === 'file' ? [path] : (await readdir(path)).map((name) => join(path, name));
  const isRight = kind === 'file' || (await lstat(path)).isDirectory();
  for (const file of files) {
    if (isRight && (await lstat(file)).isFile()) continue;
    throw new FramefarmError('OUTPUT_INVALID', `the container left ${basename(file)}, which is no regular file`);
  }
}

async function takeBack(path: string, kind: 'file' | 'directory', { uid, gid }: { uid: number; gid: number }) {
  await lchown(path, uid, gid);
  if (kind === 'directory') for (const name of await readdir(path)) await lchown(join(path, name), uid, gid);
}

/** A rename; a copy where the target lies on another file system. */
async function move(made: string, to: string, kind: 'file' | 'directory'): Promise<void> {
  try {
    await rename(made, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    const names = kind === 'file' ? [''] : await readdir(made);
    for (const name of names) await copyFile(join(made, name), join(to, name));
  }
}
