/** What a file holds, in one number. */
import { createHash, type Hash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { freeMemory } from './free-memory.js';

/** Most bytes read at a time: the 64 KiB of a stream take twice as long for a large file. */
const READ_BYTES = 1024 * 1024;

/** Adds the bytes of a file to a hash; resolves with their number. A stream would take new memory for each read. */
export async function hashFile(path: string, hash: Hash): Promise<number> {
  const file = await open(path);
  try {
    const piece = Buffer.allocUnsafe(Math.min(READ_BYTES, (await file.stat()).size + 1));
    let size = 0;
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, piece.length, size);
      if (bytesRead === 0) break;
      hash.update(piece.subarray(0, bytesRead));
      size += bytesRead;
    }
    freeMemory(piece);
    return size;
  } finally {
    await file.close();
  }
}

/** SHA-256 of the file's bytes, hex. */
export async function fileDigest(path: string): Promise<string> {
  const hash = createHash('sha256');
  await hashFile(path, hash);
  return hash.digest('hex');
}
