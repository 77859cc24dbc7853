/** Copying a part of a file into another in pieces of bounded size. */
import type { FileHandle } from 'node:fs/promises';
import type { SamplePlace } from './sample-place.js';
import { writeWhole } from './write-whole.js';

/** Bytes that are in memory at a time. */
const PIECE_BYTES = 256 * 1024;

export class ByteCopy {
  readonly #out: FileHandle;
  readonly #memory = Buffer.allocUnsafe(PIECE_BYTES);
  /** Bytes written so far. */
  #at: number;

  /** Writes from `start` on. */
  constructor(out: FileHandle, start: number) {
    this.#out = out;
    this.#at = start;
  }

  /** @throws {RangeError} when the source ends before. */
  async add(source: FileHandle, { offset, bytes }: SamplePlace): Promise<void> {
    for (let done = 0; done < bytes; ) {
      const wanted = Math.min(PIECE_BYTES, bytes - done);
      const { bytesRead } = await source.read(this.#memory, 0, wanted, offset + done);
      if (bytesRead === 0) throw new RangeError(`the file ends within ${bytes} bytes at ${offset}`);
      await writeWhole(this.#out, this.#memory.subarray(0, bytesRead), this.#at);
      this.#at += bytesRead;
      done += bytesRead;
    }
  }
}
