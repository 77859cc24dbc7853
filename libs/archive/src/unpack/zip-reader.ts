/**
 * Random access for the zip library, checked against the length of the file: offsets come out of the archive, and one
 * that no file can have would otherwise end the process.
 */
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';

const CHUNK = 64 * 1024;
/** Blocks kept: the directory is read in one place of the file, headers and small content in another. */
const KEPT_BLOCKS = 4;

export class ZipReader extends RandomAccessReader {
  /** By their number, the one used last at the end. An entry is read in five small pieces, each of which would be a read of its own. */
  readonly #blocks = new Map<number, Promise<Buffer>>();

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
    this.#copy(buffer.subarray(offset, offset + length), position).then(
      (bytesRead) => callback(null, bytesRead),
      (error: Error) => callback(error),
    );
  }

  /** As a read of the file; a file that is shorter than it was gives fewer bytes. */
  async #copy(target: Buffer, position: number): Promise<number> {
    let copied = 0;
    while (copied < target.length) {
      const at = position + copied;
      const block = await this.#block(Math.floor(at / CHUNK));
      const bytes = block.copy(target, copied, at % CHUNK);
      if (bytes === 0) break;
      copied += bytes;
    }
    return copied;
  }

  #block(number: number): Promise<Buffer> {
    const block = this.#blocks.get(number) ?? this.#read(number * CHUNK, CHUNK);
    this.#blocks.delete(number);
    this.#blocks.set(number, block);
    const [oldest] = this.#blocks.keys();
    if (this.#blocks.size > KEPT_BLOCKS && oldest !== undefined) this.#blocks.delete(oldest);
    return block;
  }

  async #read(position: number, length: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.file.read(Buffer.allocUnsafe(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
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
      const bytes = await this.#read(at, Math.min(CHUNK, end - at));
      if (bytes.length === 0) throw new Error('the archive is shorter than it was');
      at += bytes.length;
      yield bytes;
    }
  }

  #holds(position: number, length: number): boolean {
    return Number.isSafeInteger(position) && position >= 0 && length >= 0 && position + length <= this.size;
  }
}
