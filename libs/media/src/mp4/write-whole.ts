/** Writing all of some bytes: a full disk takes a part of them, and says so only at the next attempt. */
import type { FileHandle } from 'node:fs/promises';

/** Writes to a place counted in bytes from the start of the file. */
export async function writeWhole(file: FileHandle, data: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < data.length; ) {
    const { bytesWritten } = await file.write(data, done, data.length - done, at + done);
    done += bytesWritten;
  }
}
