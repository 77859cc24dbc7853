/**
 * Random access for the zip library, checked against the length of the file: offsets come out of the archive, and one
 * that no file can have would otherwise end the process.
 */
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';

const CHUNK = 64 * 1024;

export class ZipReader extends RandomAccessReader {
  constructor(
    readonly file: FileHandle,
    readonly size: number,
  ) {
    super();
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    if (!this.#holds(position, length)) {
      callback(new Error('the directory of the archive points outside of it'));
      return;
    }
    this.file.read(buffer, offset, length, position).then(
      ({ bytesRead }) => callback(null, bytesRead),
      (error: Error) => callback(error),
    );
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#range(start, end), { objectMode: false });
  }

  /** The owner of the file closes it. */
  override close(callback: (error: Error | null) => void): void {
    callback(null);
  }

  async *#range(start: number, end: number): AsyncGenerator<Buffer> {
    if (!this.#holds(start, end - start)) throw new Error('an entry points outside of the archive');
    for (let at = start; at < end; ) {
      const buffer = Buffer.allocUnsafe(Math.min(CHUNK, end - at));
      const { bytesRead } = await this.file.read(buffer, 0, buffer.length, at);
      if (bytesRead === 0) throw new Error('the archive is shorter than it was');
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  #holds(position: number, length: number): boolean {
    return Number.isSafeInteger(position) && position >= 0 && length >= 0 && position + length <= this.size;
  }
}
