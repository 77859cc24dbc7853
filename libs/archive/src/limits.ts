/** What a project may be at most, packed and unpacked (reference: http-api 3.7, security 6). */
export interface ArchiveLimits {
  /** Bytes of an upload, counted while it is read. */
  readonly packedBytes: number;
  /** Bytes of all files together, counted while they are unpacked. */
  readonly totalBytes: number;
  /** Bytes of one file. */
  readonly entryBytes: number;
  /** Files and folders that an archive names. */
  readonly entries: number;
  /** Folders above a file, and the file itself. */
  readonly levels: number;
  /** Bytes of one name between two slashes, in UTF-8. */
  readonly nameBytes: number;
  /** Bytes of a whole path, so that it fits a file system below any root. */
  readonly pathBytes: number;
  /** Unpacked bytes per packed byte. */
  readonly ratio: number;
  /** Unpacked bytes that are free of the ratio: a short text may repeat itself. */
  readonly ratioFrom: number;
  /** Milliseconds that unpacking may take, without the time to receive the upload. */
  readonly unpackMs: number;
}

const MiB = 1024 * 1024;

export const ARCHIVE_LIMITS: ArchiveLimits = {
  packedBytes: 200 * MiB,
  totalBytes: 2048 * MiB,
  entryBytes: 512 * MiB,
  entries: 10_000,
  levels: 20,
  nameBytes: 255,
  pathBytes: 2048,
  ratio: 100,
  ratioFrom: 64 * 1024,
  unpackMs: 60_000,
};

/** Archives that one process unpacks at the same time; others wait for their turn. */
export const UNPACKED_AT_ONCE = 2;
