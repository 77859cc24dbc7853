import { fileURLToPath } from 'node:url';
import { FramefarmError } from '@framefarm/contract';
import { requireStore } from './at-start.js';
import { openDirectory } from './directory/directory-store.js';
import type { ObjectStore, StoreOptions } from './store.js';

/**
 * Opens the store that `FRAMEFARM_STORE` names: a directory path, `file://` or `s3://bucket/prefix` (reference: http-api 4.5).
 * A directory is made when it is not there. Whether S3 answers is told by `check`.
 * @throws FramefarmError `VALIDATION_FAILED`, `STORE_UNAVAILABLE` or `DISK_FULL`, naming the setting.
 */
export async function openStore(location: string, options: StoreOptions = {}): Promise<ObjectStore> {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(location)?.[1]?.toLowerCase();
  if (scheme === 's3') {
    // The SDK takes its time to load; a farm on a directory does without.
    const { openS3 } = await import('./s3/s3-store.js');
    return openS3(location, options);
  }
  if (scheme === 'file') return requireStore(location, () => openDirectory(pathOf(location)));
  if (scheme === undefined && location.trim() !== '') return requireStore(location, () => openDirectory(location));
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
