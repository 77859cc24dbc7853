import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FramefarmError } from '@framefarm/contract';
import { type Digest, RunningDigest } from './digest.js';
import { fileFailure } from './failures.js';

/**
 * Lets `write` fill a new file beside `file` and gives it that name when `write` answers true; otherwise nothing is left.
 * @throws FramefarmError as `write` does, `DISK_FULL`, `STORE_UNAVAILABLE`
 */
export async function appearAs(file: string, write: (temporary: string) => Promise<boolean>): Promise<boolean> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.part`;
  try {
    await mkdir(dirname(file), { recursive: true });
    if (!(await write(temporary))) return false;
    await rename(temporary, file);
    return true;
  } catch (thrown) {
    throw fileFailure(thrown, dirname(file));
  } finally {
    await rm(temporary, { force: true });
  }
}

/** @throws FramefarmError `VALIDATION_FAILED` unless it is a regular file (or a link of the caller's to one). */
export async function checkSource(file: string): Promise<number> {
  const found = await stat(file).catch(() => null);
  if (found?.isFile()) return found.size;
  throw new FramefarmError('VALIDATION_FAILED', `${file} cannot be stored: there is no regular file of that name.`);
}

/** Writes a body to a new file and tells what it was. */
export async function writeBody(body: Readable, file: string): Promise<Digest> {
  const running = new RunningDigest();
  await pipeline(
    body,
    async function* (pieces) {
      for await (const piece of pieces) {
        running.add(piece as Buffer);
        yield piece;
      }
    },
    createWriteStream(file),
  );
  return running.end();
}
