/** The words of a refused archive: the entry first, then the rule (reference: http-api 3.7). */
import { FramefarmError } from '@framefarm/contract';

const SHOWN = 200;

/** ARCHIVE_REJECTED for one entry. `reason` begins in lower case and has no full stop. */
export function rejectedEntry(name: string | Uint8Array, reason: string, hint?: string): FramefarmError {
  const entry = shown(name);
  return new FramefarmError('ARCHIVE_REJECTED', `"${entry}": ${reason}.`, {
    details: { entry, reason },
    ...(hint === undefined ? {} : { hint }),
  });
}

/** ARCHIVE_REJECTED for the archive as a whole. */
export function rejectedArchive(message: string, cause?: unknown): FramefarmError {
  return new FramefarmError('ARCHIVE_REJECTED', message, cause === undefined ? {} : { cause });
}

/** A name for a message: control characters escaped, no longer than a line. */
function shown(name: string | Uint8Array): string {
  const text = typeof name === 'string' ? name : Buffer.from(name).toString('utf8');
  const safe = text.replace(
    /[\p{Cc}\p{Cf}\p{Cs}]/gu,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return safe.length > SHOWN ? `${safe.slice(0, SHOWN)}…` : safe;
}

/** PAYLOAD_TOO_LARGE: `limit` is in bytes. */
export function tooLarge(limit: number): FramefarmError {
  return new FramefarmError('PAYLOAD_TOO_LARGE', `The archive is larger than ${limit / (1024 * 1024)} MiB.`);
}
