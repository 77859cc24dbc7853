/** Which kinds of archive are accepted (reference: http-api 3.7). Pure. */
import { FramefarmError } from '@framefarm/contract';

export type ArchiveFormat = 'zip' | 'tar' | 'tar.gz';

const FORMATS: ReadonlyMap<string, ArchiveFormat> = new Map([
  ['application/zip', 'zip'],
  ['application/x-tar', 'tar'],
  ['application/gzip', 'tar.gz'],
]);

/** The format that a `Content-Type` names; its parameters do not count. Throws UNSUPPORTED_MEDIA_TYPE. */
export function archiveFormat(contentType: string): ArchiveFormat {
  const format = FORMATS.get(contentType.replace(/;.*$/s, '').trim().toLowerCase());
  if (format !== undefined) return format;
  throw new FramefarmError(
    'UNSUPPORTED_MEDIA_TYPE',
    `A composition cannot be uploaded as "${contentType.slice(0, 100)}"; accepted are ${[...FORMATS.keys()].join(', ')}.`,
  );
}
