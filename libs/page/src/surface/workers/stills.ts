/** Pictures the drawing worker takes beside those of frames: of a background alone, and two that are compared. */
import { bitmapFile } from './bitmap.js';

/** Copies the canvas in the order BGRA. */
type Copy = (to: Uint8Array<ArrayBuffer>) => Promise<unknown>;

export interface Stills {
  /** What the canvas shows as a picture file, or null where it is not opaque. */
  bitmap(): Promise<ArrayBuffer | null>;
  /** Keeps what the canvas shows, to be compared. */
  keep(): Promise<void>;
  /** Whether the canvas shows what was kept, which is let go then. */
  same(): Promise<boolean>;
}

export function takeStills(width: number, height: number, copy: Copy): Stills {
  const pixels = async (): Promise<Uint32Array<ArrayBuffer>> => {
    const bytes = new Uint8Array(width * height * 4);
    await copy(bytes);
    return new Uint32Array(bytes.buffer);
  };
  let kept: Uint32Array | null = null;
  return {
    async bitmap() {
      const { file, pixels: to } = bitmapFile(width, height);
      await copy(to);
      for (let at = 3; at < to.length; at += 4) if (to[at] !== 255) return null;
      return file;
    },
    async keep() {
      kept = await pixels();
    },
    async same() {
      const now = await pixels();
      const before = kept;
      if (before === null) return false;
      for (let at = 0; at < now.length; at += 1) if (now[at] !== before[at]) return false;
      kept = null;
      return true;
    },
  };
}
