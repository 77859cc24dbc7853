/** Reads the few plain files of a ustar archive that is already in memory. */
import { FramefarmError } from '@framefarm/contract';

export interface TarEntry {
  /** Relative path with forward slashes and no `..` segment. */
  readonly path: string;
  /** Permission bits. */
  readonly mode: number;
  readonly data: Uint8Array;
}

const BLOCK = 512;

function textField(header: Buffer, start: number, length: number): string {
  const end = header.indexOf(0, start);
  return header.toString('utf8', start, end >= start && end < start + length ? end : start + length);
}

/**
 * The regular files of an archive, in order; directories are skipped.
 * @throws {FramefarmError} INTERNAL_ERROR for any other kind of entry, a name that leaves the directory or a cut archive.
 */
export function readTar(archive: Buffer): TarEntry[] {
  const entries: TarEntry[] = [];
  let offset = 0;
  while (offset + BLOCK <= archive.length) {
    const header = archive.subarray(offset, offset + BLOCK);
    if (header.every((byte) => byte === 0)) break;
    const prefix = textField(header, 345, 155);
    const name = textField(header, 0, 100);
    const path = prefix === '' ? name : `${prefix}/${name}`;
    const size = Number.parseInt(textField(header, 124, 12).trim() || '0', 8);
    const kind = String.fromCharCode(header[156] ?? 0);
    const start = offset + BLOCK;
    if (!Number.isSafeInteger(size) || start + size > archive.length) {
      throw new FramefarmError('INTERNAL_ERROR', `the browser archive is cut off inside "${path}"`);
    }
    if (kind === '0' || kind === '\0') {
      if (path.startsWith('/') || path.split('/').includes('..')) {
        throw new FramefarmError('INTERNAL_ERROR', `the browser archive holds the unsafe name "${path}"`);
      }
      const mode = Number.parseInt(textField(header, 100, 8).trim() || '644', 8) & 0o777;
      entries.push({ path, mode, data: archive.subarray(start, start + size) });
    } else if (kind !== '5') {
      throw new FramefarmError(
        'INTERNAL_ERROR',
        `the browser archive holds "${path}" of kind "${kind}"; only files fit`,
      );
    }
    offset = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  return entries;
}
