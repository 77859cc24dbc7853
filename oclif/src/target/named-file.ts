/** Reading a file that the user named. It may be a pipe, which a shell gives for `<(command)`. */
import { constants, openSync, type Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { addAbortSignal } from 'node:stream';

/** Most bytes of a pipe, whose size nobody tells beforehand: as of a file of variables, the largest that is read so. */
const MAX_BYTES = 16 * 1024 * 1024;

/** A device may never end; a pipe does, where somebody writes it. */
export const mayBeEndless = (found: Stats): boolean => !found.isFile() && !found.isFIFO() && !found.isDirectory();

/**
 * What the file holds. A pipe is read as its writer writes it, and waited for where nobody does yet, without a thread: one that waited
 * for a writer could not be ended, nor could the process before it.
 * @throws the reason of the signal; else what the file system says, or an Error whose words follow "cannot be read".
 */
export async function readNamedFile(path: string, signal?: AbortSignal): Promise<Buffer> {
  if (!(await stat(path)).isFIFO()) return readFile(path);
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const pipe = new Socket({ fd, readable: true, writable: false });
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const part of signal === undefined ? pipe : addAbortSignal(signal, pipe)) {
      bytes += part.length;
      if (bytes > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes`);
      parts.push(part);
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
  return Buffer.concat(parts);
}
