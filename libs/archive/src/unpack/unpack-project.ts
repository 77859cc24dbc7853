/** An upload becomes a project directory, or nothing at all (reference: security 4 and 6, http-api 3.7). */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { asFramefarmError, FramefarmError } from '@framefarm/contract';
import { ARCHIVE_LIMITS, type ArchiveLimits, UNPACKED_AT_ONCE } from '../limits.js';
import type { ProjectListing } from '../listing/composition-id.js';
import { rejectedArchive } from '../rejected.js';
import { type ArchiveFormat, archiveFormat } from './archive-format.js';
import { Budget } from './budget.js';
import { newDirectory } from './new-directory.js';
import { Places } from './places.js';
import { ProjectWriter } from './project-writer.js';
import { receive } from './receive.js';
import { unpackTar } from './unpack-tar.js';
import { unpackZip } from './unpack-zip.js';

export interface UnpackOptions {
  readonly limits?: Partial<ArchiveLimits>;
  /** Ends the unpacking; its reason is what is thrown. */
  readonly signal?: AbortSignal;
}

const places = new Places(UNPACKED_AT_ONCE);

/**
 * Unpacks `input` (a stream, or the path of a file) of the given content type into the directory `target`, which must not
 * exist and appears only when it is complete (mode 0700). An upload that is a stream is read to its end first, so an error
 * of the stream (such as a wrong digest) is thrown as it is. Throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE when the
 * upload is too long, and ARCHIVE_REJECTED with the name of the first bad entry. Nothing is left behind then.
 */
export async function unpackProject(
  input: Readable | string,
  contentType: string,
  target: string,
  options: UnpackOptions = {},
): Promise<ProjectListing> {
  const format = archiveFormat(contentType);
  const limits = { ...ARCHIVE_LIMITS, ...options.limits };
  const { signal } = options;
  return newDirectory(target, async (directory, beside) => {
    const upload = await receive(input, join(beside, 'upload'), limits.packedBytes, signal).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw error;
    });
    return places.run(() => unpackFile(upload, format, directory, limits, signal), signal);
  });
}

async function unpackFile(
  upload: string,
  format: ArchiveFormat,
  directory: string,
  limits: ArchiveLimits,
  signal: AbortSignal | undefined,
): Promise<ProjectListing> {
  const late = AbortSignal.timeout(limits.unpackMs);
  const file = await open(upload, 'r');
  try {
    const { size } = await file.stat();
    if (size === 0) throw rejectedArchive('The upload is empty.');
    const either = signal === undefined ? late : AbortSignal.any([signal, late]);
    const writer = new ProjectWriter(directory, new Budget(limits, size), either);
    if (format === 'zip') await unpackZip(file, size, writer);
    else await unpackTar(file, format === 'tar.gz', writer);
    const listing = writer.listing();
    if (listing.files.length === 0) throw rejectedArchive('The archive holds no file.');
    return listing;
  } catch (error) {
    signal?.throwIfAborted();
    if (late.aborted) throw rejectedArchive(`The archive was not unpacked within ${limits.unpackMs / 1000} s.`, error);
    throw refusal(error, format);
  } finally {
    await file.close();
  }
}

/** Errors of ours and of the system keep their meaning; what else a reader throws is about the bytes it was given. */
function refusal(error: unknown, format: ArchiveFormat): Error {
  if (error instanceof FramefarmError) return error;
  if (!(error instanceof Error) || 'syscall' in error || error instanceof TypeError) return asFramefarmError(error);
  return rejectedArchive(`The archive cannot be read as ${format} (${error.message}).`, error);
}
