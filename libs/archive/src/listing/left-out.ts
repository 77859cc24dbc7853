/** What a packed project does not hold, and why: facts for notices. Pure. */
import type { ProjectListing } from './composition-id.js';

export type LeftOutReason =
  /** One of the directories that never belong to a project (composition-format 1). */
  | 'directory'
  /** A name that begins with a dot: no server of a project serves it. */
  | 'hidden'
  /** Named by a `.framefarmignore`. */
  | 'ignored'
  /** A link out of the project, while such links are not followed. */
  | 'outside-link'
  /** A link to nothing, or to itself. */
  | 'broken-link'
  /** A link to a directory that holds it. */
  | 'link-loop'
  /** Neither file nor folder. */
  | 'special'
  /** A name that the farm refuses. */
  | 'name'
  /** No permission to read it. */
  | 'unreadable';

export interface LeftOut {
  /** Project path of the file, or of the directory with all that is below it. */
  readonly path: string;
  readonly reason: LeftOutReason;
  /** The rule that named it, or where the link leads. */
  readonly detail?: string;
}

/** Why the file at the project path `path` is not in the archive; undefined when it is there, or nowhere at all. */
export function whyLeftOut(
  listing: ProjectListing & { readonly leftOut: readonly LeftOut[] },
  path: string,
): LeftOut | undefined {
  if (listing.files.some((file) => file.path === path.normalize('NFC'))) return undefined;
  return listing.leftOut.find((item) => path === item.path || path.startsWith(`${item.path}/`));
}
