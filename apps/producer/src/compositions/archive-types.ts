/** Content types of an uploaded project (http-api 3.7). */
export const ARCHIVE_TYPES = ['application/zip', 'application/x-tar', 'application/gzip'];

/** Names of the same that tools and browsers still send. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['application/x-zip-compressed', 'application/zip'],
  ['application/x-gzip', 'application/gzip'],
]);

/** All names that a body is read under. */
export const READ_AS_ARCHIVE = [...ARCHIVE_TYPES, ...OTHER_NAMES.keys()];

/** The one of `ARCHIVE_TYPES` that a name in small letters stands for, or null. */
export function archiveType(name: string): string | null {
  const type = OTHER_NAMES.get(name) ?? name;
  return ARCHIVE_TYPES.includes(type) ? type : null;
}
