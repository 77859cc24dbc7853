import { FramefarmError } from '@framefarm/contract';
import type { StoreFailure } from './store.js';

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const REFUSED = new Set(['EACCES', 'EPERM', 'EROFS']);

export function unavailable(reason: StoreFailure, message: string, hint?: string, cause?: unknown): FramefarmError {
  return new FramefarmError('STORE_UNAVAILABLE', message, {
    ...(hint === undefined ? {} : { hint }),
    details: { reason },
    ...(cause === undefined ? {} : { cause }),
  });
}

/** What a failed file operation of the store means to its caller: no machine that stores there is to blame for a full one. */
export function storeFileFailure(thrown: unknown, folder: string): FramefarmError {
  const failure = fileFailure(thrown, folder);
  if (failure === thrown || failure.code !== 'DISK_FULL') return failure;
  return fullStore(failure.message, failure.hint, thrown);
}

export function fullStore(message: string, hint: string, cause: unknown): FramefarmError {
  return new FramefarmError('DISK_FULL', message, { hint, details: { reason: 'full' }, cause });
}

/** What a failed operation of a local file that the store reads or writes means to its caller. */
export function fileFailure(thrown: unknown, folder: string): FramefarmError {
  if (thrown instanceof FramefarmError) return thrown;
  const code = (thrown as NodeJS.ErrnoException | undefined)?.code ?? '';
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (FULL.has(code)) {
    // The system's words name a file of the store, which tells nobody anything.
    return new FramefarmError('DISK_FULL', `No space left in ${folder} (${code}).`, {
      hint: `Free space in ${folder}, or keep objects for a shorter time.`,
      cause: thrown,
    });
  }
  if (REFUSED.has(code)) {
    const hint = `Let the user that runs this program read and write ${folder}.`;
    return unavailable('refused', `${folder} cannot be used: ${message}`, hint, thrown);
  }
  return unavailable('unreachable', `${folder} cannot be used: ${message}`, undefined, thrown);
}

export function damaged(key: string, location: string): FramefarmError {
  return unavailable(
    'damaged',
    `The object ${key} in ${location} is not what was stored: its SHA-256 or its size has changed.`,
    'Remove the object so that it is made anew, and check the disk.',
  );
}

export function wrongDigest(key: string, expected: string, actual: string): FramefarmError {
  return new FramefarmError(
    'VALIDATION_FAILED',
    `The bytes for ${key} have the SHA-256 ${actual}, but ${expected} was announced; nothing was stored.`,
    { hint: 'Send the bytes again.' },
  );
}

export function isErrno(thrown: unknown, ...codes: readonly string[]): boolean {
  return codes.includes((thrown as NodeJS.ErrnoException | undefined)?.code ?? '');
}
