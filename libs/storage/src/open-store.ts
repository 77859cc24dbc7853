import { fileURLToPath } from 'node:url';
import { FramefarmError } from '@framefarm/contract';
import { openDirectory } from './directory/directory-store.js';
import type { ObjectStore } from './store.js';

export interface StoreOptions {
  /**
   * Settings of an S3 store: `S3_ENDPOINT`, `S3_PUBLIC_ENDPOINT` (host of signed URLs when clients reach it by another name),
   * `S3_REGION`, `S3_ACCESS_KEY_ID`, `S3_SECRET_ACCESS_KEY`, `S3_SESSION_TOKEN`, `S3_FORCE_PATH_STYLE`. Each falls back to its
   * `AWS_*` name, and without keys to the SDK's own search. Not read for a directory.
   */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Folder of the caller for streams on their way to S3, which has to know their SHA-256 first; default the system's. */
  readonly scratch?: string;
}

/**
 * Opens the store that `FRAMEFARM_STORE` names: a directory path, `file://` or `s3://bucket/prefix` (reference: http-api 4.5).
 * A directory is made when it is not there. Whether S3 answers is told by `check`.
 * @throws FramefarmError `VALIDATION_FAILED` naming the setting, `STORE_UNAVAILABLE`, `DISK_FULL`.
 */
export async function openStore(location: string, options: StoreOptions = {}): Promise<ObjectStore> {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(location)?.[1]?.toLowerCase();
  if (scheme === 's3') {
    // The SDK takes its time to load; a farm on a directory does without.
    const { openS3 } = await import('./s3/s3-store.js');
    return openS3(location, options);
  }
  if (scheme === 'file') return openDirectory(pathOf(location));
  if (scheme === undefined && location.trim() !== '') return openDirectory(location);
  throw badLocation(location);
}

function pathOf(location: string): string {
  try {
    return fileURLToPath(location);
  } catch (thrown) {
    throw badLocation(location, thrown);
  }
}

function badLocation(location: string, cause?: unknown): FramefarmError {
  const message = `FRAMEFARM_STORE is ${JSON.stringify(location)}: it takes a directory, file:///directory or s3://bucket/prefix.`;
  return new FramefarmError('VALIDATION_FAILED', message, {
    issues: [{ field: 'FRAMEFARM_STORE', code: 'invalid', message }],
    ...(cause === undefined ? {} : { cause }),
  });
}
