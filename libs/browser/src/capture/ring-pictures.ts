/** The pictures that a page's worker wrote into a ring, of which the last one read is what the page shows. */
import type { CapturedFrame } from './capture-session.js';
import { reusesFrames } from './frame-reuse.js';
import { type HeldPicture, type PictureStore, pictureStore } from './picture-store.js';
import type { SurfaceRing } from './surface-ring.js';

export class RingPictures {
  readonly #ring: SurfaceRing;
  readonly #store: PictureStore;
  /** A frame in which nothing was drawn shows it again. */
  #last: HeldPicture | null = null;
  /** The picture of the last frame of this run. */
  #yielded: HeldPicture | null = null;

  constructor(ring: SurfaceRing, pictureBytes: number) {
    this.#ring = ring;
    this.#store = pictureStore(pictureBytes);
  }

  /** True before the first picture was read. */
  get isEmpty(): boolean {
    return this.#last === null;
  }

  /** Reads what the page shows now; false when it looks like the picture before. */
  async read(slot: number): Promise<boolean> {
    const fresh = this.#store.take();
    await this.#ring.read(slot, fresh.pixels);
    // Something may have been painted that looks like what was there before.
    if (reusesFrames() && this.#last?.pixels.equals(fresh.pixels)) {
      fresh.release();
      return false;
    }
    this.#last?.release();
    this.#last = fresh;
    return true;
  }

  /** Whether what is in the slot looks like what the page shows. */
  async looksTheSame(slot: number): Promise<boolean> {
    const other = this.#store.take();
    await this.#ring.read(slot, other.pixels);
    const same = this.#last?.pixels.equals(other.pixels) === true;
    other.release();
    return same;
  }

  /** What the page shows, held once more; null before the first picture. */
  hold(): HeldPicture | null {
    this.#last?.hold();
    return this.#last;
  }

  /** No frame before this one counts for what is held. */
  beginRun(): void {
    this.#yielded = null;
  }

  /** A held picture as that of a frame of the run. */
  captured(frame: number, picture: HeldPicture): CapturedFrame {
    const held = picture === this.#yielded;
    this.#yielded = picture;
    return { frame, image: picture.pixels, held, release: picture.release };
  }

  close(): Promise<void> {
    this.#last?.release();
    this.#last = null;
    return this.#ring.close();
  }
}

/** A copy of a held picture, which is let go of. */
export function ownCopy({ pixels, release }: HeldPicture): Buffer {
  const copy = Buffer.from(pixels);
  release();
  return copy;
}
