/** A listed project as one zip (reference: http-api 3.7, cli 7). */
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { ARCHIVE_LIMITS } from '../limits.js';
import type { ProjectFile, ProjectListing } from '../listing/composition-id.js';
import { tooLarge } from '../rejected.js';
import { changed, checkedContent } from './checked-content.js';
import { deflateLevel } from './deflate-choice.js';

/** Content type of what `packProject` writes. */
export const PACKED_TYPE = 'application/zip';

export interface PackedProject {
  readonly bytes: number;
  /** SHA-256 of the archive, hex; for `Content-Digest`. */
  readonly sha256: string;
}

/** The same for every file: the archive of a listing has the same bytes wherever and whenever it is packed. */
const ENTRY = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true };

/**
 * Packs the files of `listing`, which lie below `dir` or where `listing.sources` says, as one zip. `out` is a file that
 * appears when it is complete, or a stream that is ended. The same listing gives the same bytes. Throws ARCHIVE_REJECTED
 * when a file is no longer what was listed, and PAYLOAD_TOO_LARGE when a farm would not take the archive.
 */
export async function packProject(
  dir: string,
  listing: ProjectListing & { readonly sources?: ReadonlyMap<string, string> },
  out: string | Writable,
  signal?: AbortSignal,
): Promise<PackedProject> {
  if (typeof out !== 'string') return writeZip(dir, listing, out, signal);
  const part = `${out}.${randomUUID()}.part`;
  try {
    const packed = await writeZip(dir, listing, createWriteStream(part, { flags: 'wx', mode: 0o600 }), signal);
    await rename(part, out);
    return packed;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function writeZip(
  dir: string,
  listing: ProjectListing & { readonly sources?: ReadonlyMap<string, string> },
  out: Writable,
  signal: AbortSignal | undefined,
): Promise<PackedProject> {
  const hash = createHash('sha256');
  let bytes = 0;
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const fail = (error: Error): void => void output.destroy(error);
  zip.on('error', fail);
  let reading: Readable | null = null;
  const add = async (): Promise<void> => {
    for (const file of listing.files) {
      signal?.throwIfAborted();
      if (output.destroyed) return;
      const source = listing.sources?.get(file.path) ?? join(dir, file.path);
      const compressionLevel = await levelOf(file, source);
      zip.addReadStreamLazy(file.path, { ...ENTRY, size: file.size, compressionLevel }, (give) => {
        reading = Readable.from(checkedContent(file, source), { objectMode: false }).on('error', fail);
        give(null, reading);
      });
    }
    zip.end();
  };
  const counted = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > ARCHIVE_LIMITS.packedBytes) throw tooLarge(ARCHIVE_LIMITS.packedBytes);
      hash.update(chunk);
      yield chunk;
    }
  };
  const written = pipeline(output, counted, out, signal === undefined ? {} : { signal });
  try {
    await Promise.all([written, add().catch(fail)]);
    return { bytes, sha256: hash.digest('hex') };
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    (reading as Readable | null)?.destroy();
  }
}

async function levelOf(file: ProjectFile, source: string): Promise<number> {
  return deflateLevel(file.path, source, file.size).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? changed(file) : error;
  });
}
