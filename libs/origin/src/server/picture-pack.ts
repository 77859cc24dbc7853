/** Several pictures of a video in one answer: a request costs the browser more than the bytes of a picture. */
import { basename, dirname, extname, join } from 'node:path';
import { PICTURE_PACK } from '@framefarm/contract';
import { readOwnFile } from './respond.js';

/** Bytes after which a pack ends; it holds at least one picture. */
const PACK_BYTES = 4 * 1024 * 1024;
/** Bytes of the largest picture; a lossless one of 8192x8192 stays below. */
const PICTURE_BYTES = 300 * 1024 * 1024;

/**
 * At most `count` pictures from `first`, named by numbers of at least six digits, in the form that `unpackPictures` reads.
 * Null when the first one is not there.
 */
export function readPack(first: string, count: number): Buffer | null {
  const extension = extname(first);
  const digits = basename(first, extension);
  if (!/^\d{6,}$/.test(digits)) return null;
  const parts: Buffer[] = [];
  let bytes = 0;
  for (let at = 0; at < Math.min(count, PICTURE_PACK) && bytes < PACK_BYTES; at += 1) {
    const name = `${String(Number(digits) + at).padStart(6, '0')}${extension}`;
    const picture = readOwnFile(join(dirname(first), name), PICTURE_BYTES);
    if (picture === null) break;
    const length = Buffer.allocUnsafe(4);
    length.writeUInt32LE(picture.length);
    parts.push(length, picture);
    bytes += picture.length;
  }
  return parts.length === 0 ? null : Buffer.concat(parts);
}
