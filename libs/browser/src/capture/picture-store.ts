/** Memory for raw pictures, used again as soon as all who look at a picture have let go of it. */

export interface HeldPicture {
  readonly pixels: Buffer;
  /** One more looks at it. */
  hold(): void;
  /** One less does; the last one gives the memory back. */
  release(): void;
}

/** Raw 1080p pictures have 8 MB: making and dropping one for each frame would leave hundreds of MB to the collector. */
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
        if (holders === 0) this.#free.push(pixels);
      },
    };
  }
}
