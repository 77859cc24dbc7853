/**
 * Old and new builds of one farm. A render is done in the version in which it was accepted: its jobs, steps and plan carry that
 * version, and only workers that understand it take them. A newer build writes for an older render what older builds read.
 */

/** Raised when something that crosses processes changes in a way that an older build would misread. */
export const PAYLOAD_VERSION = 1;

/** Raised when what was written for older renders is no longer understood; after that they are refused. */
const OLDEST_PAYLOAD_VERSION = 1;

/** Versions from `oldest` to `newest`, both included. */
export interface VersionRange {
  readonly oldest: number;
  readonly newest: number;
}

/** What this build understands. */
export const UNDERSTOOD: VersionRange = { oldest: OLDEST_PAYLOAD_VERSION, newest: PAYLOAD_VERSION };

/** What was written before there were versions. */
export const UNVERSIONED = 1;

/** Whether what has this version can be read; both ends of the range belong to it. */
export function understands({ oldest, newest }: VersionRange, version: number): boolean {
  return version >= oldest && version <= newest;
}

/** A range in words: `version 1`, `versions 1 to 3`. */
export function versionsInWords({ oldest, newest }: VersionRange): string {
  return oldest === newest ? `version ${newest}` : `versions ${oldest} to ${newest}`;
}
