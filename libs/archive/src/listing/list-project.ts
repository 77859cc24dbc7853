/** Which files of a directory make the project that a farm renders (reference: composition-format 1, cli 7). */
import { FramefarmError } from '@framefarm/contract';
import type { ArchiveLimits } from '../limits.js';
import type { ProjectListing } from './composition-id.js';
import type { LeftOut } from './left-out.js';

export interface ListOptions {
  /** Project paths that the composition refers to: packed even where a rule leaves them out (composition-format 1). */
  readonly referenced?: Iterable<string>;
  /** Further files, project path → file on disk, such as mapped package files (composition-format 11.2). */
  readonly added?: ReadonlyMap<string, string>;
  /** Follow links out of the project, as `--outside-links` does; default true. */
  readonly outsideLinks?: boolean;
  readonly limits?: Partial<ArchiveLimits>;
  readonly signal?: AbortSignal;
}

/** A listing that was read from a directory of this machine. */
export interface DiskListing extends ProjectListing {
  readonly leftOut: readonly LeftOut[];
  /** Links that were followed out of the project, for a notice: project path → real path. */
  readonly outsideLinks: ReadonlyMap<string, string>;
  /** Where a file lies when that is not its path below the project: project path → file on disk. */
  readonly sources: ReadonlyMap<string, string>;
}

/**
 * Lists and hashes the files that a render of the project in `dir` may need. Throws ARCHIVE_REJECTED when a farm would
 * refuse them: names that differ only by letter case, or more than the limits allow.
 */
export async function listProject(dir: string, _options: ListOptions = {}): Promise<DiskListing> {
  throw new FramefarmError('INTERNAL_ERROR', `"${dir}" cannot be listed yet.`);
}
