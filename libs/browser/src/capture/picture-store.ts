/** Memory for raw pictures, used again as soon as all who look at a picture have let go of it. */

export interface HeldPicture {
  readonly pixels: Buffer;
  /** One more looks at it. */
  hold(): void;
  /** One less does; the last one gives the memory back. */
  release(): void;
}

/** Most bytes of a store's own memory, which it keeps: about the pictures that wait for one encoder. */
const MAX_KEPT_BYTES = 96 * 1024 ** 2;
/** Sizes of pictures for which memory is kept: renders side by side usually have one. */
const MAX_STORES = 2;

const stores = new Map<number, PictureStore>();

/**
 * The store of all pictures of a size in bytes. Stages share it, and later ones find its memory: making and dropping a
 * few MB for each frame or each render would keep the collector busy.
 */
export function pictureStore(bytes: number): PictureStore {
  const known = stores.get(bytes);
  if (known !== undefined) return known;
  const [oldest] = stores.keys();
  if (oldest !== undefined && stores.size >= MAX_STORES) stores.delete(oldest);
  const store = new PictureStore(bytes);
  stores.set(bytes, store);
  return store;
}

export class PictureStore {
  readonly #bytes: number;
  readonly #free: Buffer[] = [];
  /** Pictures for which it has memory of its own. */
  #kept = 0;

  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /** Memory for one picture, held once. Its content is undefined. */
  take(): HeldPicture {
    const kept = this.#free.pop() ?? this.#more();
    const pixels = kept ?? Buffer.allocUnsafeSlow(this.#bytes);
    let holders = 1;
    return {
      pixels,
      hold: () => {
        holders += 1;
      },
      release: () => {
        holders -= 1;
        if (holders === 0 && kept !== null) this.#free.push(kept);
      },
    };
  }

  /** More memory of its own; null when it has as much as it keeps. */
  #more(): Buffer | null {
    if ((this.#kept + 1) * this.#bytes > MAX_KEPT_BYTES) return null;
    this.#kept += 1;
    return keptMemory(this.#bytes);
  }
}

/**
 * Shared memory, though no thread shares it: V8 collects the whole heap for each 8 MiB of other memory that is made outside of it,
 * four to five times until the pictures of 1080p that wait for an encoder have theirs.
 */
function keptMemory(bytes: number): Buffer {
  return Buffer.from(new SharedArrayBuffer(bytes) as ArrayBufferLike as ArrayBuffer);
}
