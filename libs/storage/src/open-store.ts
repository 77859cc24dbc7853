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
 * @throws FramefarmError `VALIDATION_FAILED` naming the setting, `STORE_UNAVAILABLE`, `DISK_FULL`.
 */
export async function openStore(location: string, options: StoreOptions = {}): Promise<ObjectStore> {
  throw new Error(`${location}: ${Object.keys(options).join()}`);
}
