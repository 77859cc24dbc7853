/** The name of a project by its content (reference: http-api 3.7). Pure. */
import { createHash } from 'node:crypto';

export interface ProjectFile {
  /** Relative to the project, in Unicode NFC, with `/`. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of the content, hex. */
  readonly sha256: string;
}

/** Files that make one project, named by their content. */
export interface ProjectListing {
  /** `cmp_` and 64 hex digits. */
  readonly id: string;
  /** In the order of the bytes of their paths. */
  readonly files: readonly ProjectFile[];
  readonly totalBytes: number;
}

/**
 * `cmp_` plus the SHA-256 (hex) of one line `<sha256> <size> <path>` per file, each ended by a line feed, in the order of
 * the UTF-8 bytes of the paths (http-api 3.7). Time stamps, modes and the kind of archive do not count.
 */
export function compositionId(files: readonly ProjectFile[]): string {
  const hash = createHash('sha256');
  for (const file of inOrder(files)) hash.update(`${file.sha256} ${file.size} ${file.path}\n`);
  return `cmp_${hash.digest('hex')}`;
}

/** The listing of `files`, in its order. */
export function listingOf(files: readonly ProjectFile[]): ProjectListing {
  return {
    id: compositionId(files),
    files: inOrder(files),
    totalBytes: files.reduce((sum, file) => sum + file.size, 0),
  };
}

function inOrder(files: readonly ProjectFile[]): readonly ProjectFile[] {
  return files
    .map((file) => ({ file, bytes: Buffer.from(file.path) }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
    .map(({ file }) => file);
}
