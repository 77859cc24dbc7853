/** What the renders of a session have learned about compositions: each surface is proved whole once, each browser measured once. */
import { createHash } from 'node:crypto';

export interface SurfaceVerdict {
  /** Equal to the browser's own pictures. */
  readonly equal: boolean;
  /** In words. */
  readonly reason: string;
}

/** Entries kept; a session renders few compositions in many variations. */
const MAX_ENTRIES = 100;

export class SurfaceKnowledge {
  readonly #verdicts = new Map<string, SurfaceVerdict>();
  readonly #bytes = new Map<string, number>();

  get(key: string): SurfaceVerdict | undefined {
    return this.#verdicts.get(key);
  }

  learn(key: string, verdict: SurfaceVerdict): void {
    if (this.#verdicts.size >= MAX_ENTRIES) this.#verdicts.clear();
    this.#verdicts.set(key, verdict);
  }

  /** Memory of a browser that shows the document, as `measure` finds it the first time: looking takes some 20 ms. */
  async browserBytes(key: string, measure: () => Promise<number>): Promise<number> {
    const known = this.#bytes.get(key);
    if (known !== undefined) return known;
    const bytes = await measure();
    if (this.#bytes.size >= MAX_ENTRIES) this.#bytes.clear();
    this.#bytes.set(key, bytes);
    return bytes;
  }
}

/** Key of a document with the format and size of its pictures; values of variables do not count. */
export function surfaceKey(html: string, format: string, width: number, height: number): string {
  return `${format} ${width}x${height} ${createHash('sha256').update(html).digest('hex')}`;
}
