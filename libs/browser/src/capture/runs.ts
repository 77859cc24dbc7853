/** Seeking and shooting frames: singly, and in runs at one round trip per frame. */
import { DRAWN_BEFORE_FRAMES } from '@framefarm/contract';
import type { PageHandle } from '../stage/page-handle.js';
import { tickState } from '../stage/page-shapes.js';
import { BeginFrameCapture, type ReferenceCoding } from './begin-frame.js';
import { type CaptureGuard, guardCapture } from './capture-guard.js';
import type { CapturedFrame, CaptureSession } from './capture-session.js';
import { reusesFrames } from './frame-reuse.js';

/** Frames taken before it is verified that the page stepped once for each. Bounds the pictures held in memory. */
const BATCH = 8;
/** Frames of a page that may have waited for something until each is awaited by itself: up to a batch of pictures is in vain each time. */
const MOST_WAITS = 3;
/**
 * Every so many of them one goes through the compositor, which draws the whole page for it: only `image.decode()` and the like
 * wait for that.
 */
const COMPOSED_EVERY = 4;
/** Pause between frames given to a page while it works on something, ms: long enough not to starve it. */
const PUMP_EVERY_MS = 8;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Giving {
  /** As in `Turns.take`. */
  readonly brief: boolean;
  /** One of so many frames goes through the compositor. */
  readonly composedEvery?: number;
  /** Comes before each frame, with what resolves once the work has settled. */
  readonly rest: (over: Promise<unknown>) => Promise<unknown>;
}

/** Gives a stepped page frames until `work` has settled. */
async function withFrames<T>(capture: CaptureSession, work: Promise<T>, giving: Giving): Promise<T> {
  const { brief, rest, composedEvery = COMPOSED_EVERY } = giving;
  if (!(capture instanceof BeginFrameCapture)) return work;
  let open = true;
  const settled = work.finally(() => {
    open = false;
  });
  const over = settled.catch(() => {});
  await rest(over);
  for (let count = 1; open; count += 1) {
    await (count % composedEvery === 0 ? capture.pump(brief) : capture.step(brief));
    await rest(over);
  }
  return settled;
}

/** Gives a stepped page frames until `work` has settled: fonts, images and observers progress only with frames. */
export const whilePumping = <T>(capture: CaptureSession, work: Promise<T>): Promise<T> =>
  withFrames(capture, work, {
    brief: false,
    rest: (over) => Promise.race([over, pause(PUMP_EVERY_MS)]),
  });

/** As {@link whilePumping}, through the compositor each time: a page is let capture its own tab by no others. */
export const whileComposing = <T>(capture: CaptureSession, work: Promise<T>): Promise<T> =>
  withFrames(capture, work, {
    brief: false,
    composedEvery: 1,
    rest: (over) => Promise.race([over, pause(PUMP_EVERY_MS)]),
  });

/** Gives a stepped page one frame straight after the other until it has passed by what it was told to. */
export const whilePassing = <T>(capture: CaptureSession, work: Promise<T>): Promise<T> =>
  withFrames(capture, work, { brief: true, rest: async () => {} });

/**
 * The frames that a page draws before a run that begins with `firstFrame`; frame 0 has none before it and is drawn twice: the picture after
 * a jump may hold parts of another (composition-format 7.6).
 */
export function drawnBefore(firstFrame: number): readonly number[] {
  const first = Math.max(0, firstFrame - DRAWN_BEFORE_FRAMES);
  return Array.from({ length: Math.max(1, firstFrame - first) }, (_, index) => first + index);
}

export interface FrameTakerOptions extends CaptureGuard {
  readonly page: PageHandle;
  readonly capture: CaptureSession;
}

/** Takes frames of one page. Not for concurrent use. */
export class FrameTaker {
  readonly #options: FrameTakerOptions;
  /** False where each frame is seeked and awaited by itself. */
  #fused: boolean;
  #waits = 0;
  /** The picture before in this run. */
  #before: Uint8Array | null = null;
  /** The frame just before which the page stands. */
  #follows: number | null = null;

  constructor(options: FrameTakerOptions) {
    this.#options = options;
    this.#fused = options.capture instanceof BeginFrameCapture;
  }

  /** Shows a frame, waits for all it waits for, and takes its picture. */
  async take(frame: number): Promise<Uint8Array> {
    await this.#seek(frame);
    return this.#guard(() => this.#options.capture.shoot(), `the picture of frame ${frame}`);
  }

  /** Shows a frame and takes a picture of it to compare with. */
  async reference(frame: number, coding: ReferenceCoding): Promise<Uint8Array> {
    await this.#seek(frame);
    const { capture } = this.#options;
    return this.#guard(
      () => (capture instanceof BeginFrameCapture ? capture.reference(coding) : capture.shoot()),
      `the reference picture of frame ${frame}`,
    );
  }

  /** The same of the frame after the one that is shown, taken as in a run; shown by itself where it has to wait for something. */
  async steppedReference(frame: number, coding: ReferenceCoding): Promise<Uint8Array> {
    const { page, capture } = this.#options;
    // The lane has them ahead of the frame that shows them.
    await this.#guard(() => page.call('readyPictures', frame), `the pictures of frame ${frame}`);
    const taken =
      capture instanceof BeginFrameCapture ? await capture.coded(coding, () => this.#takeFused(capture, frame, 1)) : [];
    return taken[0] ?? this.reference(frame, coding);
  }

  /** As `Stage.goOnAt`. The picture that may hold parts of another is that of the frame before. */
  async goOnAt(frame: number): Promise<void> {
    await this.#guard(() => this.#options.capture.shoot(), `a picture before frame ${frame}`);
    this.#follows = frame;
  }

  /** See `Stage.captureRun`. */
  async *run(firstFrame: number, count: number): AsyncGenerator<CapturedFrame, void, undefined> {
    if (count <= 0) return;
    if (this.#follows !== firstFrame) for (const frame of drawnBefore(firstFrame)) await this.take(frame);
    this.#follows = null;
    this.#before = null;
    const { capture } = this.#options;
    const end = firstFrame + count;
    let next = firstFrame;
    while (next < end) {
      if (this.#fused && capture instanceof BeginFrameCapture) {
        const first = next;
        const wanted = Math.min(BATCH, end - next);
        const batch = await this.#takeFused(capture, first, wanted);
        next += batch.length;
        for (const [index, image] of batch.entries()) yield this.#captured(first + index, image);
        if (batch.length === wanted) continue;
      }
      const frame = next;
      next += 1;
      yield this.#captured(frame, await this.take(frame));
    }
    this.#follows = end;
  }

  #captured(frame: number, image: Uint8Array): CapturedFrame {
    const held = reusesFrames() && this.#before !== null && Buffer.compare(this.#before, image) === 0;
    this.#before = image;
    return { frame, image, held };
  }

  /** Takes frames at one round trip each; fewer of them when the next one must be taken singly. */
  async #takeFused(capture: BeginFrameCapture, first: number, count: number): Promise<readonly Uint8Array[]> {
    const { page } = this.#options;
    await this.#guard(() => page.call('tick', first, count), `frame ${first} to be stepped to`);
    const images: Uint8Array[] = [];
    for (let index = 0; index < count; index++) {
      const image = await this.#guard(() => capture.shootOnce(), `the picture of frame ${first + index}`);
      if (image === undefined) break;
      images.push(image);
    }
    const state = tickState(await this.#guard(() => page.call('tickState'), 'the count of frames'), 'tickState');
    if (state.asynchronous) {
      this.#waits += 1;
      this.#fused = this.#waits < MOST_WAITS;
      // The page stands at the frame that waits, and has shown those before it.
      return images.slice(0, state.ticks - 1);
    }
    // A frame of the browser in which the page did not step: nobody knows which picture is whose.
    const isStepped = state.ticks === images.length || (images.length < count && state.ticks === images.length + 1);
    return isStepped ? images : [];
  }

  async #seek(frame: number): Promise<void> {
    this.#follows = null;
    const { page, capture } = this.#options;
    await this.#guard(() => whilePumping(capture, page.call('seek', frame)), `frame ${frame} to be shown`);
  }

  #guard<T>(work: () => Promise<T>, waitingFor: string): Promise<T> {
    return guardCapture(this.#options, work, waitingFor);
  }
}
