import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';

/** Size in bytes and SHA-256 in hex. */
export interface Digest {
  readonly size: number;
  readonly sha256: string;
}

export function digestOf(bytes: Uint8Array): Digest {
  return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Takes bytes as they pass. */
export class RunningDigest {
  readonly #hash = createHash('sha256');
  #size = 0;

  add(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.#size += bytes.length;
  }

  end(): Digest {
    return { size: this.#size, sha256: this.#hash.digest('hex') };
  }
}

const READ_BYTES = 1024 * 1024;

/** Reads a whole file from its start; the handle stays open. */
export async function digestOfFile(file: FileHandle | string): Promise<Digest> {
  const running = new RunningDigest();
  const stream =
    typeof file === 'string'
      ? createReadStream(file, { highWaterMark: READ_BYTES })
      : file.createReadStream({ start: 0, autoClose: false, highWaterMark: READ_BYTES });
  for await (const bytes of stream) running.add(bytes);
  return running.end();
}
