/**
 * Several pages capture one run of frames side by side: each takes the next stretch that nobody has, and the pictures come out in
 * their order. No page is sent back in time or jumps ahead: it passes by what others capture, so that its pictures are those of a page
 * that has shown all of the run (docs/decisions/lanes-share-a-chunk.md).
 */
import type { CapturedFrame, Stage } from '@framefarm/browser';
import { DRAWN_BEFORE_FRAMES } from '@framefarm/contract';

/** A page that shows frames. */
export type CapturingPage = Pick<Stage, 'captureRun' | 'passBy' | 'goOnAt'>;

/** Frames of a stretch at most. Each costs a page a seek and a frame that is thrown away, and its pictures wait in memory for those before. */
const MOST_FRAMES = 15;
const LEAST_FRAMES = 2;
/** Frames that a page passes by before it looks again whether anybody still wants some. */
const PASSED_AT_ONCE = 5;
/** What the pictures of a stretch may take, bytes: 15 of 1080p as planes, 4 of 4K. */
const MOST_BYTES = 48 * 1024 * 1024;

/** Frames of a stretch of pictures of so many bytes each. */
export const stretchFrames = (pictureBytes: number): number =>
  Math.min(MOST_FRAMES, Math.max(LEAST_FRAMES, Math.floor(MOST_BYTES / pictureBytes)));

interface Stretch {
  readonly firstFrame: number;
  readonly frames: number;
  /** Captured and not handed on yet, in order. */
  readonly waiting: CapturedFrame[];
}

/** Which stretch is whose, and what of them is captured. Whoever waits looks again after each change. */
class Board {
  readonly stretches: readonly Stretch[];
  /** Stretches that may be taken from the one on that is handed on. */
  readonly #window: number;
  #nextToTake = 0;
  #handedOn = 0;
  #failure: { readonly error: unknown } | null = null;
  #stopped = false;
  #change = Promise.withResolvers<void>();

  constructor(stretches: readonly Stretch[], window: number) {
    this.stretches = stretches;
    this.#window = window;
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  /** The first frame that nobody has taken; null when there is none, or nobody wants it any more. */
  get frontier(): number | null {
    return this.#stopped ? null : (this.stretches[this.#nextToTake]?.firstFrame ?? null);
  }

  /** The next stretch; null when there is none left, or nobody wants it any more. */
  async take(): Promise<Stretch | null> {
    while (!this.#stopped && this.#nextToTake >= this.#handedOn + this.#window) await this.#change.promise;
    if (this.#stopped) return null;
    const stretch = this.stretches[this.#nextToTake];
    this.#nextToTake += 1;
    return stretch ?? null;
  }

  put(stretch: Stretch, captured: CapturedFrame): void {
    stretch.waiting.push(captured);
    this.#changed();
  }

  /** The next frame of a stretch. @throws what a page failed with. */
  async next(stretch: Stretch): Promise<CapturedFrame> {
    for (;;) {
      const captured = stretch.waiting.shift();
      if (captured !== undefined) return captured;
      if (this.#failure !== null) throw this.#failure.error;
      await this.#change.promise;
    }
  }

  /** All of one more stretch was handed on. */
  passed(): void {
    this.#handedOn += 1;
    this.#changed();
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
    this.stop();
  }

  stop(): void {
    this.#stopped = true;
    this.#changed();
  }

  /** Resolves when nobody wants frames any more. */
  async untilStopped(): Promise<null> {
    while (!this.#stopped) await this.#change.promise;
    return null;
  }

  #changed(): void {
    const { resolve } = this.#change;
    this.#change = Promise.withResolvers();
    resolve();
  }
}

/**
 * As `Stage.captureRun`. A page takes part from when it is open; one that cannot capture fails the run. Settles when no page works on it any more.
 * @param pages one that resolves to null takes no part.
 * @param frames of a stretch ({@link stretchFrames}).
 * @param leadIn frames before the first that each page passes by before all others.
 */
export async function* captureSideBySide(
  pages: readonly Promise<CapturingPage | null>[],
  firstFrame: number,
  count: number,
  frames: number,
  leadIn = 0,
): AsyncGenerator<CapturedFrame, void, undefined> {
  // One more than there are pages: who is done goes on while the slowest ends.
  const board = new Board(cut(firstFrame, count, frames), pages.length + 1);
  const working = Promise.all(
    pages.map((page) => work(page, board, firstFrame - leadIn).catch((error: unknown) => board.fail(error))),
  );
  try {
    let before: Buffer | null = null;
    for (const [index, stretch] of board.stretches.entries()) {
      for (let left = stretch.frames; left > 0; left -= 1) {
        const captured = await board.next(stretch);
        const { image } = captured;
        // A page knows what it showed before in its own stretch only.
        const held = captured.held || (left === stretch.frames && before !== null && before.equals(image));
        // Whoever gets it may let go of its memory before the next one comes.
        if (left === 1 && index < board.stretches.length - 1) before = Buffer.from(image);
        yield { ...captured, held };
      }
      board.passed();
    }
  } finally {
    board.stop();
    await working;
    for (const { waiting } of board.stretches) for (const { release } of waiting) release?.();
  }
}

/** The frame up to which a page may pass by all: the last ones before a stretch are drawn, as by who captures them. */
const passable = ({ frontier }: Board): number => (frontier ?? 0) - DRAWN_BEFORE_FRAMES;

async function work(opening: Promise<CapturingPage | null>, board: Board, begin: number): Promise<void> {
  const page = await Promise.race([opening, board.untilStopped()]);
  if (page === null) return;
  /** The frame just before which the page stands. */
  let next = begin;
  const passUpTo = async (end: number, most: number): Promise<void> => {
    const count = Math.min(end - next, most);
    if (count <= 0) return;
    // Who captures the first frame of a run shows it twice (composition-format 7.6).
    if (next === begin) await page.passBy(begin, 1);
    await page.passBy(next, count);
    next += count;
  };
  for (;;) {
    // Before it takes a stretch, for which others might have to wait.
    for (let end = passable(board); next < end; end = passable(board)) await passUpTo(end, PASSED_AT_ONCE);
    const stretch = await board.take();
    if (stretch === null) return;
    await passUpTo(stretch.firstFrame - DRAWN_BEFORE_FRAMES, Number.POSITIVE_INFINITY);
    do {
      await passUpTo(stretch.firstFrame, 1);
      if (next > begin) await page.goOnAt(next);
    } while (next < stretch.firstFrame);
    next += stretch.frames;
    for await (const captured of page.captureRun(stretch.firstFrame, stretch.frames)) {
      board.put(stretch, captured);
      if (board.stopped) return;
    }
  }
}

function cut(firstFrame: number, count: number, frames: number): Stretch[] {
  return Array.from({ length: Math.ceil(count / frames) }, (_, index) => ({
    firstFrame: firstFrame + index * frames,
    frames: Math.min(frames, count - index * frames),
    waiting: [],
  }));
}
