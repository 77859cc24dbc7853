/**
 * What the renders of a session have learned about compositions: each surface is proved whole once, each browser measured once, and a page
 * whose frames depend on those before is found out once.
 */
import { createHash } from 'node:crypto';

export interface SurfaceVerdict {
  /** Equal to the browser's own pictures. */
  readonly equal: boolean;
  /** In words. */
  readonly reason: string;
  /** As of the decision. */
  readonly differed?: boolean;
}

/** Entries kept; a session renders few compositions in many variations. */
const MAX_ENTRIES = 100;

export class SurfaceKnowledge {
  readonly #verdicts = new Map<string, SurfaceVerdict>();
  readonly #bytes = new Map<string, number>();
  readonly #dependent = new Map<string, string>();
  readonly #taps = new Map<string, boolean>();
  #tapsRefuted = false;

  get(key: string): SurfaceVerdict | undefined {
    return this.#verdicts.get(key);
  }

  learn(key: string, verdict: SurfaceVerdict): void {
    if (this.#verdicts.size >= MAX_ENTRIES) this.#verdicts.clear();
    this.#verdicts.set(key, verdict);
  }

  /** Why frames of the document depend on those before, in words; undefined where nothing was found. */
  dependence(key: string): string | undefined {
    return this.#dependent.get(key);
  }

  learnDependence(key: string, why: string): void {
    if (this.#dependent.size >= MAX_ENTRIES) this.#dependent.clear();
    this.#dependent.set(key, why);
  }

  /**
   * Whether pictures that are tapped are alike; undefined before any was compared. `key`: the browser's version and the size of those that
   * are, with the document of those that are not.
   */
  tap(key: string): boolean | undefined {
    return this.#tapsRefuted ? false : this.#taps.get(key);
  }

  learnTap(key: string, alike: boolean): void {
    if (this.#taps.size >= MAX_ENTRIES) this.#taps.clear();
    this.#taps.set(key, alike);
  }

  /** Nothing is tapped any more. */
  refuteTaps(): void {
    this.#tapsRefuted = true;
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
