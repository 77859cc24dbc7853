/** Where the bytes of a sample are in its file. */
import type { FileHandle } from 'node:fs/promises';

export interface SamplePlace {
  /** Bytes from the start of the file. */
  readonly offset: number;
  readonly bytes: number;
}

/** @throws {RangeError} when the file ends before. */
export async function readPlace(file: FileHandle, { offset, bytes }: SamplePlace): Promise<Buffer> {
  const data = Buffer.allocUnsafe(bytes);
  const { bytesRead } = await file.read(data, 0, bytes, offset);
  if (bytesRead !== bytes) throw new RangeError(`the file ends within ${bytes} bytes at ${offset}`);
  return data;
}
