/** A listed project as one zip (reference: http-api 3.7, cli 7). */
import type { Writable } from 'node:stream';
import { FramefarmError } from '@framefarm/contract';
import type { ProjectListing } from '../listing/composition-id.js';

/** Content type of what `packProject` writes. */
export const PACKED_TYPE = 'application/zip';

export interface PackedProject {
  readonly bytes: number;
  /** SHA-256 of the archive, hex; for `Content-Digest`. */
  readonly sha256: string;
}

/**
 * Packs the files of `listing`, which lie below `dir` or where `listing.sources` says, as one zip. `out` is a file that
 * appears when it is complete, or a stream that is ended. The same listing gives the same bytes. Throws ARCHIVE_REJECTED
 * when a file is no longer what was listed.
 */
export async function packProject(
  dir: string,
  _listing: ProjectListing & { readonly sources?: ReadonlyMap<string, string> },
  _out: string | Writable,
  _signal?: AbortSignal,
): Promise<PackedProject> {
  throw new FramefarmError('INTERNAL_ERROR', `"${dir}" cannot be packed yet.`);
}
