/**
 * Where two chunks meet that different lanes capture: the lane of the second has jumped there, that of the first has shown all frames of its
 * chunk. Their pictures of the frame are the same, or what the page shows depends on the frames before.
 */
import { hash } from 'node:crypto';
import type { ChunkPlan, ChunkSeam } from '@framefarm/contract';

export class Seams {
  readonly #begun = new Map<number, string>();
  readonly #jumped = new Map<number, string>();
  readonly #passed = new Map<number, string>();

  /**
   * Takes note of the first picture of a chunk; its memory is the caller's again at once. `goesOn`: of a page that has captured the chunk
   * before, so that one which captures it again has something to be compared with.
   */
  begins(frame: number, picture: Uint8Array, goesOn: boolean): void {
    const found = digest(picture);
    this.#begun.set(frame, found);
    (goesOn ? this.#passed : this.#jumped).set(frame, found);
  }

  /** The same of the picture that a lane shows which has captured the chunk before. */
  passed(frame: number, picture: Uint8Array): void {
    this.#passed.set(frame, digest(picture));
  }

  /** What was seen where a chunk of which the first picture is known begins and ends. */
  of({ firstFrame, frames }: Pick<ChunkPlan, 'firstFrame' | 'frames'>): ChunkSeam {
    return { begins: this.#begun.get(firstFrame) ?? '', goesOn: this.#passed.get(firstFrame + frames) ?? null };
  }

  /** The first frame of which the two pictures differ; null while there is none. */
  broken(): number | null {
    const found = [...this.#passed].filter(([frame, passed]) => (this.#jumped.get(frame) ?? passed) !== passed);
    return found.length === 0 ? null : Math.min(...found.map(([frame]) => frame));
  }
}

const digest = (picture: Uint8Array): string => hash('sha1', picture);
