/**
 * Capture of what the compositor draws, before the browser codes it: the page captures its own tab, and its planes are read from a file
 * (docs/decisions/tapped-pictures.md). A frame in which nothing was drawn is the frame before.
 */
import { asFramefarmError, FramefarmError, rawImageBytes } from '@framefarm/contract';
import { withFullDisk } from '../stage/full-disk.js';
import type { Liveness } from '../stage/liveness.js';
import type { PageHandle } from '../stage/page-handle.js';
import { tappedNumber, tappedPicture } from '../stage/page-shapes.js';
import type { BeginFrameCapture } from './begin-frame.js';
import type { CapturedFrame } from './capture-session.js';
import { type HeldPicture, type PictureStore, pictureStore } from './picture-store.js';
import { whileComposing, whilePumping } from './runs.js';
import { openRing, RING_SLOTS, ringMarker, type SurfaceRing } from './surface-ring.js';

/** Longest wait for a picture of a frame that may have been drawn only because one was owed, ms: then none is owed any more. */
const DOUBTFUL_MS = 30;
/** Longest wait for a picture, ms. It comes within 4 ms; on a busy machine the browser leaves one out now and then. */
const PICTURE_MS = 400;
/** Times that a page is nudged until it has a picture: the first ones of a tap may be left out. */
const MOST_NUDGES = 6;
/** Frames that may have waited for something until frames are always awaited one by one. */
const MOST_WAITS = 8;

export interface TapOptions {
  readonly page: PageHandle;
  readonly capture: BeginFrameCapture;
  readonly liveness: Liveness;
  readonly frameMs: number;
  readonly label: string;
  /** Pixels of a picture: a multiple of 8, and even. */
  readonly width: number;
  readonly height: number;
  readonly profile: string;
}

/** A picture was taken for one of another frame, so that none of this tap can be trusted, or none comes any more. */
export class TapRefutedError extends FramefarmError {
  constructor(message: string) {
    super('CAPTURE_STALLED', message, { stage: 'capture' });
  }
}

/** Takes frames of one page through its tap. Not for concurrent use. */
export class TapTaker {
  readonly #options: TapOptions;
  readonly #ring: SurfaceRing;
  readonly #store: PictureStore;
  /** What the page shows. */
  #last: HeldPicture | null = null;
  /** Number of its picture. */
  #lastNumber = 0;
  #yielded: HeldPicture | null = null;
  /** The compositor owes the picture of the next frame that it draws: it does so from one frame that changes anything to the next. */
  #owed = false;
  /** Whether it does is in doubt: a frame drawn only to give what was owed looks like the one before, and owes nothing. */
  #doubtful = false;
  #fused = true;
  #waits = 0;
  /** The frame just before which the page stands. */
  #follows: number | null = null;

  private constructor(options: TapOptions, ring: SurfaceRing) {
    this.#options = options;
    this.#ring = ring;
    this.#store = pictureStore(rawImageBytes('yuv420p', options.width, options.height));
  }

  /** @throws FramefarmError `CAPTURE_STALLED` where the browser hands out no such pictures. */
  static async open(options: TapOptions): Promise<TapTaker> {
    const { page, capture, liveness, width, height, label, frameMs, profile } = options;
    const marker = ringMarker();
    const bytes = rawImageBytes('yuv420p', width, height);
    const setup = { width, height, slots: RING_SLOTS, marker };
    await liveness
      .guard(() => whileComposing(capture, page.call('openTap', setup)), {
        ms: frameMs,
        code: 'CAPTURE_STALLED',
        waitingFor: `the compositor's pictures (${label})`,
      })
      .catch((thrown: unknown) => {
        const full = withFullDisk(thrown, profile, bytes * RING_SLOTS);
        // Not the author's script, as which a call into the page that fails counts.
        if (full !== thrown || asFramefarmError(thrown).code !== 'COMPOSITION_SCRIPT_ERROR') throw full;
        throw new FramefarmError('CAPTURE_STALLED', `${asFramefarmError(thrown).message} (${label})`, {
          stage: 'capture',
        });
      });
    const taker = new TapTaker(options, await openRing(profile, bytes, marker));
    try {
      await taker.#now('the first picture');
    } catch (error) {
      await taker.close();
      throw error;
    }
    return taker;
  }

  close(): Promise<void> {
    this.#last?.release();
    this.#last = null;
    return this.#ring.close();
  }

  /** Shows a frame, waits for all it waits for, and reads its pixels; they are the caller's own. */
  async take(frame: number): Promise<Buffer> {
    const picture = await this.#show(frame);
    const copy = Buffer.from(picture.pixels);
    picture.release();
    return copy;
  }

  /** As `Stage.goOnAt`. */
  async goOnAt(frame: number): Promise<void> {
    await this.#now(`a picture before frame ${frame}`);
    this.#follows = frame;
  }

  /**
   * As `Stage.captureRun`.
   * @throws {TapRefutedError} by the end of the run at the latest, when pictures of it were those of other frames.
   */
  async *run(firstFrame: number, count: number): AsyncGenerator<CapturedFrame, void, undefined> {
    if (count <= 0) return;
    if (this.#follows !== firstFrame) (await this.#show(firstFrame)).release();
    this.#follows = null;
    this.#yielded = null;
    const end = firstFrame + count;
    let next = firstFrame;
    while (next < end) {
      if (this.#fused) next = yield* this.#runFused(next, end);
      if (next >= end) break;
      const frame = next;
      next += 1;
      yield this.#captured(frame, await this.#show(frame));
    }
    await this.#confirm();
    this.#follows = end;
  }

  /** One compositor frame each; a picture is handed on while the next one is drawn. Returns the first frame not taken. */
  async *#runFused(first: number, end: number): AsyncGenerator<CapturedFrame, number, undefined> {
    const { page, capture } = this.#options;
    await this.#guard(() => page.call('tick', first, end - first), `frame ${first} to be stepped to`);
    let before: HeldPicture | null = null;
    let drawing: Promise<boolean> | null = null;
    try {
      for (let frame = first; frame < end; frame += 1) {
        drawing = this.#guard(() => capture.draw(), `frame ${frame} to be drawn`);
        drawing.catch(() => {});
        if (before !== null) {
          const picture = before;
          before = null;
          yield this.#captured(frame - 1, picture);
        }
        before = await this.#stepped(frame, await drawing);
        if (before === null) {
          this.#waits += 1;
          this.#fused = this.#waits < MOST_WAITS;
          return frame;
        }
      }
      if (before !== null) {
        const picture = before;
        before = null;
        yield this.#captured(end - 1, picture);
      }
      return end;
    } finally {
      before?.release();
      await drawing?.catch(() => {});
    }
  }

  /** The picture of a frame that was stepped to; null when it must be shown by itself. */
  async #stepped(frame: number, drawn: boolean): Promise<HeldPicture | null> {
    const { page } = this.#options;
    const owed = drawn && this.#owed;
    const waitMs = this.#doubtful ? DOUBTFUL_MS : PICTURE_MS;
    const ask = (): Promise<unknown> => page.call('tapped', frame, owed, waitMs);
    const { valid, sequence } = tappedPicture(await this.#guard(ask, `the picture of frame ${frame}`), 'tapped');
    if (!valid) return null;
    this.#owed = sequence > 0;
    if (sequence > 0) {
      await this.#alike(sequence - 1);
      this.#doubtful = !(await this.#read(sequence));
    } else if (drawn) await this.#now(`the picture of frame ${frame}`);
    return this.#hold();
  }

  async #show(frame: number): Promise<HeldPicture> {
    const { page, capture } = this.#options;
    await this.#guard(() => whilePumping(capture, page.call('seek', frame)), `frame ${frame} to be shown`);
    await this.#now(`the picture of frame ${frame}`);
    return this.#hold();
  }

  /** Reads a picture of the page as it is. */
  async #now(waitingFor: string): Promise<void> {
    await this.#read(await this.#nudged(waitingFor));
  }

  /** Number of the last picture of the page as it is. */
  async #nudged(waitingFor: string): Promise<number> {
    const { page, capture } = this.#options;
    for (let nudges = 1; nudges <= MOST_NUDGES; nudges += 1) {
      await this.#guard(() => page.call('tapNudge'), waitingFor);
      await this.#guard(() => capture.draw(), waitingFor);
      const owed = this.#owed && !this.#doubtful;
      this.#owed = true;
      this.#doubtful = false;
      if (!owed) continue;
      const last = tappedNumber(await this.#guard(() => page.call('tapSettled', PICTURE_MS), waitingFor), 'tapSettled');
      if (last > 0) return last;
    }
    throw new TapRefutedError(`the browser hands out no pictures of its tab (${this.#options.label})`);
  }

  /** What the page shows is what was captured last, and so is each picture that came since. */
  async #confirm(): Promise<void> {
    await this.#alike(await this.#nudged('the last picture of a run'));
  }

  /** Pictures up to this one that nobody asked for: they show what the one before them shows, or that one came late. */
  async #alike(lastNumber: number): Promise<void> {
    for (let number = Math.max(this.#lastNumber + 1, lastNumber - RING_SLOTS + 2); number <= lastNumber; number += 1) {
      const other = this.#store.take();
      await this.#readInto(number, other);
      const same = this.#last?.pixels.equals(other.pixels) === true;
      other.release();
      if (!same) {
        throw new TapRefutedError(`pictures of the browser's tab came in another order (${this.#options.label})`);
      }
    }
    this.#lastNumber = Math.max(this.#lastNumber, lastNumber);
  }

  /** Reads a picture as the one that the page shows; false when it looks like the one before. */
  async #read(number: number): Promise<boolean> {
    this.#lastNumber = number;
    const fresh = this.#store.take();
    await this.#readInto(number, fresh);
    if (this.#last?.pixels.equals(fresh.pixels)) {
      fresh.release();
      return false;
    }
    this.#last?.release();
    this.#last = fresh;
    return true;
  }

  #readInto(number: number, { pixels }: HeldPicture): Promise<void> {
    return this.#ring.read((number - 1) % RING_SLOTS, pixels);
  }

  #hold(): HeldPicture {
    if (this.#last === null) throw new FramefarmError('INTERNAL_ERROR', 'a tap has no picture');
    this.#last.hold();
    return this.#last;
  }

  #captured(frame: number, picture: HeldPicture): CapturedFrame {
    const held = picture === this.#yielded;
    this.#yielded = picture;
    return { frame, image: picture.pixels, held, release: picture.release };
  }

  #guard<T>(work: () => Promise<T>, waitingFor: string): Promise<T> {
    const { frameMs, label, liveness } = this.#options;
    return liveness.guard(work, {
      ms: frameMs,
      code: 'CAPTURE_STALLED',
      waitingFor: `${waitingFor} (${label}, capture)`,
    });
  }
}
