/** An upload becomes a project directory, or nothing at all (reference: security 4 and 6, http-api 3.7). */
import type { Readable } from 'node:stream';
import { FramefarmError } from '@framefarm/contract';
import type { ArchiveLimits } from '../limits.js';
import type { ProjectListing } from '../listing/composition-id.js';

export interface UnpackOptions {
  readonly limits?: Partial<ArchiveLimits>;
  /** Ends the unpacking; its reason is what is thrown. */
  readonly signal?: AbortSignal;
}

/**
 * Unpacks `input` (a stream, or the path of a file) of the given content type into the directory `target`, which must not
 * exist and appears only when it is complete (mode 0700). An upload that is a stream is read to its end first, so an error
 * of the stream (such as a wrong digest) is thrown as it is. Throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE when the
 * upload is too long, and ARCHIVE_REJECTED with the name of the first bad entry. Nothing is left behind then.
 */
export async function unpackProject(
  _input: Readable | string,
  contentType: string,
  _target: string,
  _options: UnpackOptions = {},
): Promise<ProjectListing> {
  throw new FramefarmError('INTERNAL_ERROR', `"${contentType}" cannot be unpacked yet.`);
}
