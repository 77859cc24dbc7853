/**
 * Where two chunks meet that different lanes capture: the lane of the second has jumped there, that of the first has shown all frames of its
 * chunk. Their pictures of the frame are the same, and they wait for the same, or what the page shows depends on the frames before.
 */
import { hash } from 'node:crypto';
import type { ChunkPlan, ChunkSeam } from '@framefarm/contract';

/** What one page has told of a frame. */
interface Seen {
  readonly picture: string;
  /** Digest of what is outstanding after the frame; empty where nothing is, undefined where nobody asked. */
  readonly outstanding?: string;
}

export class Seams {
  readonly #begun = new Map<number, Seen>();
  readonly #jumped = new Map<number, Seen>();
  readonly #passed = new Map<number, Seen>();

  /**
   * Takes note of the first picture of a chunk; its memory is the caller's again at once. `goesOn`: of a page that has captured the chunk
   * before, so that one which captures it again has something to be compared with.
   */
  begins(frame: number, picture: Uint8Array, goesOn: boolean): void {
    const seen = { picture: digest(picture) };
    this.#begun.set(frame, seen);
    (goesOn ? this.#passed : this.#jumped).set(frame, seen);
  }

  /** What that page waits for after the frame: text of `Stage.outstanding`, undefined where nobody could ask. */
  beginsOn(frame: number, outstanding: string | undefined, goesOn: boolean): void {
    for (const seen of [this.#begun, goesOn ? this.#passed : this.#jumped]) waitFor(seen, frame, outstanding);
  }

  /** As {@link begins}, of the picture that a lane shows which has captured the chunk before. */
  passed(frame: number, picture: Uint8Array): void {
    this.#passed.set(frame, { picture: digest(picture) });
  }

  /** As {@link beginsOn}. */
  passedOn(frame: number, outstanding: string | undefined): void {
    waitFor(this.#passed, frame, outstanding);
  }

  /** What was seen where a chunk of which the first picture is known begins and ends. */
  of({ firstFrame, frames }: Pick<ChunkPlan, 'firstFrame' | 'frames'>): ChunkSeam {
    const [begun, passed] = [this.#begun.get(firstFrame), this.#passed.get(firstFrame + frames)];
    return {
      begins: begun === undefined ? '' : inOneText(begun),
      goesOn: passed === undefined ? null : inOneText(passed),
    };
  }

  /** The first frame of which the two differ; null while there is none. */
  broken(): number | null {
    const found = [...this.#passed].filter(([frame, passed]) => differ(this.#jumped.get(frame), passed));
    return found.length === 0 ? null : Math.min(...found.map(([frame]) => frame));
  }
}

const digest = (picture: Uint8Array | string): string => hash('sha1', picture);

function waitFor(seen: Map<number, Seen>, frame: number, outstanding: string | undefined): void {
  const known = seen.get(frame);
  if (known === undefined || outstanding === undefined) return;
  seen.set(frame, { ...known, outstanding: outstanding === '' ? '' : digest(outstanding) });
}

/** Whether both are known and not the same. */
function differ(jumped: Seen | undefined, passed: Seen): boolean {
  if (jumped === undefined) return false;
  if (jumped.picture !== passed.picture) return true;
  const [one, other] = [jumped.outstanding, passed.outstanding];
  return one !== undefined && other !== undefined && one !== other;
}

const inOneText = ({ picture, outstanding }: Seen): string =>
  [picture, outstanding ?? ''].filter((part) => part !== '').join('+');
