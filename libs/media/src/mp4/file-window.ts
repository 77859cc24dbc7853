/** Looking at a few bytes here and there of a file from its start to its end, with few reads where they are near each other. */
import type { FileHandle } from 'node:fs/promises';

const WINDOW_BYTES = 16_384;

export class FileWindow {
  readonly #file: FileHandle;
  readonly #memory = Buffer.allocUnsafe(WINDOW_BYTES);
  #start = 0;
  #length = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** At most 16 KiB, good until the next call. @throws {RangeError} when the file ends before. */
  async bytes(at: number, count: number): Promise<Buffer> {
    if (at < this.#start || at + count > this.#start + this.#length) {
      const { bytesRead } = await this.#file.read(this.#memory, 0, WINDOW_BYTES, at);
      this.#start = at;
      this.#length = bytesRead;
      if (bytesRead < count) throw new RangeError(`the file ends within ${count} bytes at ${at}`);
    }
    return this.#memory.subarray(at - this.#start, at - this.#start + count);
  }
}
