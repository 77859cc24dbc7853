/** Memory for raw pictures, used again as soon as all who look at a picture have let go of it. */

export interface HeldPicture {
  readonly pixels: Buffer;
  /** One more looks at it. */
  hold(): void;
  /** One less does; the last one gives the memory back. */
  release(): void;
}

/** Most bytes a store keeps that nobody uses: about the pictures that wait for one encoder. */
const MAX_FREE_BYTES = 96 * 1024 ** 2;
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

  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /** Memory for one picture, held once. Its content is undefined. */
  take(): HeldPicture {
    const pixels = this.#free.pop() ?? Buffer.allocUnsafeSlow(this.#bytes);
    let holders = 1;
    return {
      pixels,
      hold: () => {
        holders += 1;
      },
      release: () => {
        holders -= 1;
        if (holders === 0 && (this.#free.length + 1) * this.#bytes <= MAX_FREE_BYTES) this.#free.push(pixels);
      },
    };
  }
}
