import type { Readable } from 'node:stream';

/**
 * Where uploads, chunks, prepared plans, pictures of videos and outputs are kept.
 *
 * Keys are `/`-separated segments of `[A-Za-z0-9._=-]`, none of them empty, `.` or `..`, each at most 200 bytes, 512 bytes in
 * all. A prefix names a folder of keys and ends with `/`; only `list` takes the empty one.
 *
 * Every method throws a FramefarmError: `VALIDATION_FAILED` for a key, prefix or option outside its rules,
 * `STORE_UNAVAILABLE` when the store fails (`details.reason` tells how), `DISK_FULL`, with `details.reason` `full` where it is the store's.
 */
export interface ObjectStore {
  readonly kind: 'directory' | 's3';
  /** Where it is, for logs and messages; holds no secret. */
  readonly location: string;

  /** Stores a file. The file may change or go once this resolves. Readers see all of it or nothing. */
  putFile(key: string, file: string, options?: PutOptions): Promise<StoredObject>;
  /** Stores bytes, or text as UTF-8. */
  put(key: string, data: Uint8Array | string, options?: PutOptions): Promise<StoredObject>;
  /** Stores what a stream gives, in bounded memory. A stream that fails leaves no object and is the error thrown. */
  putStream(key: string, stream: Readable, options?: PutOptions): Promise<StoredObject>;

  /** Tells of an object without reading it; null when there is none. */
  head(key: string): Promise<StoredObject | null>;
  /**
   * Reads all bytes or a range of them; null when there is none. The body is one object's even if it is replaced meanwhile.
   * Whoever takes the body reads it to its end or destroys it.
   * @throws FramefarmError `RANGE_NOT_SATISFIABLE` when the range starts behind the last byte.
   */
  read(key: string, range?: ByteRange): Promise<ReadObject | null>;
  /**
   * Copies an object to a local file: complete and compared with its SHA-256 before it appears under its name. An existing
   * file is replaced. False when there is no such object.
   * @throws FramefarmError `STORE_UNAVAILABLE` with `details.reason` `damaged` when the bytes are not those stored.
   */
  fetchFile(key: string, file: string): Promise<boolean>;

  /** The objects below a prefix in the order of their keys' bytes. What changes meanwhile may or may not be told. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** Removes an object; no error when there is none. Readers that have it open read on. */
  remove(key: string): Promise<void>;
  /** Removes every object below a prefix and tells how many. */
  removeAll(prefix: string): Promise<number>;
  /** Removes what writers left that were killed longer than this ago, in seconds; tells how many. For scheduled cleaning. */
  sweep(olderThanSeconds: number): Promise<number>;

  /** A signed URL that anyone can GET without credentials; null where the store has none (a directory) or no such object. */
  downloadUrl(key: string, options: DownloadOptions): Promise<string | null>;
  /** Resolves when the store can be written and read, for readiness. */
  check(): Promise<void>;
  /** Ends connections. The store is not used afterwards. */
  close(): Promise<void>;
}

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

export interface PutOptions {
  /** An object that exists is kept, and it is what the call tells of. Of many callers at once the first one's is kept. */
  readonly ifAbsent?: boolean;
  readonly contentType?: string;
  /** Hex SHA-256 that the bytes must have; otherwise nothing is stored and `VALIDATION_FAILED` is thrown. */
  readonly sha256?: string;
  /** Ends the call with its reason, and what is on its way; an object that was complete by then may stay. */
  readonly signal?: AbortSignal;
}

export interface ListedObject {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  readonly storedAt: Date;
}

export interface StoredObject extends ListedObject {
  /** Of the bytes, 64 hex digits in lower case. */
  readonly sha256: string;
  readonly contentType?: string;
}

/** Bytes, whole numbers from 0. Both ends belong to the range; an end behind the last byte means the last byte (as in HTTP). */
export interface ByteRange {
  /** Of the first byte, before the object's end. */
  readonly start: number;
  /** Of the last byte, `start` or more. */
  readonly end: number;
}

export interface ReadObject {
  /** The whole object, also when a range of it is read. */
  readonly object: StoredObject;
  readonly body: Readable;
}

export interface DownloadOptions {
  /** Seconds, 1 to 900 (reference: http-api 3.5). */
  readonly expiresSeconds: number;
  /** Name under which a browser saves the file; any characters. */
  readonly fileName?: string;
  /** Stands in for the type the object was stored with. */
  readonly contentType?: string;
  /** Default `attachment`. */
  readonly disposition?: 'attachment' | 'inline';
}

/** How a store failed: told in `details.reason` of `STORE_UNAVAILABLE`. */
export type StoreFailure = 'unreachable' | 'refused' | 'damaged' | 'misplaced';
