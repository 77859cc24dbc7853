/**
 * Capture of what the compositor draws, before the browser codes it: the page captures its own tab, and its planes are read from a file
 * (docs/decisions/tapped-pictures.md). A frame in which nothing was drawn is the frame before.
 */
import { asFramefarmError, FramefarmError, rawImageBytes } from '@framefarm/contract';
import { withFullDisk } from '../stage/full-disk.js';
import type { PageHandle } from '../stage/page-handle.js';
import { tappedNumber, tappedPicture } from '../stage/page-shapes.js';
import type { BeginFrameCapture } from './begin-frame.js';
import { type CaptureGuard, guardCapture } from './capture-guard.js';
import type { CapturedFrame } from './capture-session.js';
import type { HeldPicture } from './picture-store.js';
import { ownCopy, RingPictures } from './ring-pictures.js';
import { drawnBefore, whileComposing, whilePumping } from './runs.js';
import { openRing, RING_SLOTS, ringMarker } from './surface-ring.js';

/** Longest wait for a picture of a frame that may have been drawn only because one was owed, ms: then none is owed any more. */
const DOUBTFUL_MS = 30;
/** Longest wait for a picture, ms. It comes within 4 ms; on a busy machine the browser leaves one out now and then. */
const PICTURE_MS = 400;
/** Times that a page is nudged until it has a picture: the first ones of a tap may be left out. */
const MOST_NUDGES = 6;
/** Pictures of a frame shown by itself until two that follow one another are the same. */
const MOST_LOOKS = 6;
/** Frames that may have waited for something until frames are always awaited one by one. */
const MOST_WAITS = 8;

export interface TapOptions extends CaptureGuard {
  readonly page: PageHandle;
  readonly capture: BeginFrameCapture;
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
  readonly #pictures: RingPictures;
  /** Number of the picture that the page shows. */
  #lastNumber = 0;
  /** The compositor owes the picture of the next frame that it draws: it does so from one frame that changes anything to the next. */
  #owed = false;
  /** Whether it does is in doubt: a frame drawn only to give what was owed looks like the one before, and owes nothing. */
  #doubtful = false;
  #fused = true;
  #waits = 0;
  /** The frame just before which the page stands. */
  #follows: number | null = null;

  private constructor(options: TapOptions, pictures: RingPictures) {
    this.#options = options;
    this.#pictures = pictures;
  }

  /** @throws FramefarmError `CAPTURE_STALLED` where the browser hands out no such pictures, `DISK_FULL`. */
  static async open(options: TapOptions): Promise<TapTaker> {
    const { page, capture, width, height, profile } = options;
    const marker = ringMarker();
    const bytes = rawImageBytes('yuv420p', width, height);
    const setup = { width, height, slots: RING_SLOTS, marker };
    const opening = (): Promise<unknown> => whileComposing(capture, page.call('openTap', setup));
    await guardCapture(options, opening, "the compositor's pictures").catch(thrownOf(options));
    const taker = new TapTaker(options, new RingPictures(await openRing(profile, bytes, marker), bytes));
    try {
      await taker.#now('the first picture');
    } catch (error) {
      await taker.close();
      throw error;
    }
    return taker;
  }

  close(): Promise<void> {
    return this.#pictures.close();
  }

  /** Shows a frame, waits for all it waits for, and reads its pixels; they are the caller's own. */
  async take(frame: number): Promise<Buffer> {
    return ownCopy(await this.#show(frame));
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
    if (this.#follows !== firstFrame) for (const frame of drawnBefore(firstFrame)) (await this.#show(frame)).release();
    this.#follows = null;
    this.#pictures.beginRun();
    const end = firstFrame + count;
    let next = firstFrame;
    while (next < end) {
      if (this.#fused) next = yield* this.#runFused(next, end);
      if (next >= end) break;
      const frame = next;
      next += 1;
      yield this.#pictures.captured(frame, await this.#show(frame));
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
          yield this.#pictures.captured(frame - 1, picture);
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
        yield this.#pictures.captured(end - 1, picture);
      }
      return end;
    } finally {
      before?.release();
      await drawing?.catch(() => {});
    }
  }

  /** The picture of a frame that was stepped to; null when it must be shown by itself. */
  async #stepped(frame: number, drawn: boolean): Promise<HeldPicture | null> {
    const owed = drawn && this.#owed;
    const waitMs = this.#doubtful ? DOUBTFUL_MS : PICTURE_MS;
    const { valid, sequence } = tappedPicture(
      await this.#ask('tapped', [frame, owed, waitMs], `the picture of frame ${frame}`),
      'tapped',
    );
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
    await this.#twice(`the picture of frame ${frame}`);
    return this.#hold();
  }

  /**
   * Reads a picture of the page as it is, and another one that has to be the same. While the frame was waited for the page was drawn with
   * what it showed before, and on a busy machine such a picture may come so late that it is taken for the first one.
   */
  async #twice(waitingFor: string): Promise<void> {
    await this.#now(waitingFor);
    for (let looks = 1; looks < MOST_LOOKS; looks += 1) {
      if (!(await this.#read(await this.#nudged(waitingFor)))) return;
    }
    throw new TapRefutedError(`no two pictures of the browser's tab are the same (${this.#options.label})`);
  }

  /** Reads a picture of the page as it is. */
  async #now(waitingFor: string): Promise<void> {
    await this.#read(await this.#nudged(waitingFor));
  }

  /** Number of the last picture of the page as it is. */
  async #nudged(waitingFor: string): Promise<number> {
    const { capture } = this.#options;
    for (let nudges = 1; nudges <= MOST_NUDGES; nudges += 1) {
      await this.#ask('tapNudge', [], waitingFor);
      await this.#guard(() => capture.draw(), waitingFor);
      const owed = this.#owed && !this.#doubtful;
      this.#owed = true;
      this.#doubtful = false;
      if (!owed) continue;
      const last = tappedNumber(await this.#ask('tapSettled', [PICTURE_MS], waitingFor), 'tapSettled');
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
      if (!(await this.#pictures.looksTheSame(slotOf(number)))) {
        throw new TapRefutedError(`pictures of the browser's tab came in another order (${this.#options.label})`);
      }
    }
    this.#lastNumber = Math.max(this.#lastNumber, lastNumber);
  }

  /** As `RingPictures.read`. */
  #read(number: number): Promise<boolean> {
    this.#lastNumber = number;
    return this.#pictures.read(slotOf(number));
  }

  #hold(): HeldPicture {
    const picture = this.#pictures.hold();
    if (picture === null) throw new FramefarmError('INTERNAL_ERROR', 'a tap has no picture');
    return picture;
  }

  /** Asks the tap of the page. */
  #ask(method: string, args: readonly unknown[], waitingFor: string): Promise<unknown> {
    const { page } = this.#options;
    return this.#guard(() => page.call(method, ...args), waitingFor).catch(thrownOf(this.#options));
  }

  #guard<T>(work: () => Promise<T>, waitingFor: string): Promise<T> {
    return guardCapture(this.#options, work, waitingFor);
  }
}

const slotOf = (number: number): number => (number - 1) % RING_SLOTS;

/** What a call into the tap failed by: no fault of the author's script, as which a call that fails in the page counts. */
function thrownOf({ profile, width, height, label }: TapOptions): (thrown: unknown) => never {
  return (thrown) => {
    const full = withFullDisk(thrown, profile, rawImageBytes('yuv420p', width, height) * RING_SLOTS);
    const { code, message } = asFramefarmError(full);
    throw code === 'COMPOSITION_SCRIPT_ERROR' ? new TapRefutedError(`${message} (${label})`) : full;
  };
}
