/** Failures of a page or a browser that are the disk's: what they share with this process and each other lies in files. */
import { statfsSync } from 'node:fs';
import { type ErrorCode, FramefarmError } from '@framefarm/contract';

/** As what a full disk shows: a browser that touches memory in a file that has no room ends, a page says what it likes. */
const SYMPTOMS: ReadonlySet<ErrorCode> = new Set(['BROWSER_CRASHED', 'COMPOSITION_SCRIPT_ERROR']);

/**
 * `DISK_FULL` for such a failure where the file system of `profile`, which holds all files of a browser, has no room for
 * `bytes`; else `thrown` itself. The room is measured, as words of a page prove nothing.
 */
export function withFullDisk(thrown: unknown, profile: string, bytes: number): unknown {
  if (!(thrown instanceof FramefarmError) || !SYMPTOMS.has(thrown.code)) return thrown;
  const free = freeBytes(profile);
  if (free === null || free >= bytes) return thrown;
  const message = `pictures of a page take ${bytes} bytes, and ${profile} has ${free} left (${thrown.message})`;
  return new FramefarmError('DISK_FULL', message, { cause: thrown, stage: 'capture' });
}

/** Null where there is no such folder any more. */
function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
