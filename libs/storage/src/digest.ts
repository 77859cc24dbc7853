import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

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

/** Most that is read at once. */
const READ_BYTES = 1024 * 1024;

/** Reads a whole file from its start; a given handle stays open. One buffer, no larger than the file, serves all reads. */
export async function digestOfFile(file: FileHandle | string): Promise<Digest> {
  const handle = typeof file === 'string' ? await open(file) : file;
  try {
    const running = new RunningDigest();
    const { size } = await handle.stat();
    const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, size + 1));
    for (let at = 0; ; ) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
      if (bytesRead === 0) return running.end();
      running.add(buffer.subarray(0, bytesRead));
      at += bytesRead;
    }
  } finally {
    if (typeof file === 'string') await handle.close();
  }
}
