/**
 * Capture by a drawing surface: the page paints itself onto a canvas and its raw pixels are read from a file
 * (docs/decisions/surface-capture.md). A frame in which nothing was painted is the frame before.
 */
import {
  DRAWN_BEFORE_FRAMES,
  FramefarmError,
  type RawImage,
  rawImageBytes,
  type SurfacePicture,
  surfaceObstacleError,
} from '@framefarm/contract';
import { withFullDisk } from '../stage/full-disk.js';
import type { PageHandle } from '../stage/page-handle.js';
import { surfacePicture } from '../stage/page-shapes.js';
import type { BeginFrameCapture } from './begin-frame.js';
import { type CaptureGuard, guardCapture } from './capture-guard.js';
import type { CapturedFrame } from './capture-session.js';
import { reusesFrames } from './frame-reuse.js';
import type { Turns } from './frame-turns.js';
import type { HeldPicture } from './picture-store.js';
import { ownCopy, RingPictures } from './ring-pictures.js';
import { whilePassing, whilePumping } from './runs.js';
import { stepAhead } from './step-ahead.js';
import { openRing, RING_SLOTS, ringMarker } from './surface-ring.js';

/** Frames given to a page after a seek that had to wait, until what it decoded is painted. */
const SETTLING_FRAMES = 2;
/** Frames that may have waited for something, a picture that was late, until frames are always awaited one by one. */
const MOST_WAITS = 8;
/** Further frames given to a page until its first painting. */
const FIRST_PAINT_FRAMES = 30;

export interface SurfaceOptions extends CaptureGuard {
  readonly page: PageHandle;
  readonly capture: BeginFrameCapture;
  /** Of the page. */
  readonly turns: Turns;
  /** CSS pixels of the page. */
  readonly width: number;
  readonly height: number;
  /** Pixels of a picture for each of the page. */
  readonly scale: number;
  readonly image: RawImage;
  readonly profile: string;
}

const pictureBytes = ({ image, width, height, scale }: SurfaceOptions): number =>
  rawImageBytes(image, width * scale, height * scale);

/** Takes frames of one page through its surface. Not for concurrent use. */
export class SurfaceTaker {
  readonly #options: SurfaceOptions;
  readonly #pictures: RingPictures;
  /** False once many frames had to wait for something: then each is seeked and awaited for itself. */
  #fused = true;
  #waits = 0;
  /** The frame that follows the last one of a finished run: the page can go on from there. */
  #follows: number | null = null;

  private constructor(options: SurfaceOptions, pictures: RingPictures) {
    this.#options = options;
    this.#pictures = pictures;
  }

  /** Moves the page onto its surface; there is no way back. */
  static async open(options: SurfaceOptions): Promise<SurfaceTaker> {
    const { page, capture, liveness, width, height, scale, image, label, frameMs, profile } = options;
    const marker = ringMarker();
    const bytes = pictureBytes(options);
    const setup = { width, height, scale, image, slots: RING_SLOTS, marker, redraws: !reusesFrames() };
    const opening = liveness.guard(() => whilePumping(capture, page.call('openSurface', setup)), {
      ms: frameMs,
      code: 'CAPTURE_STALLED',
      waitingFor: `the drawing surface (${label})`,
    });
    await opening.catch((thrown: unknown) => {
      throw withFullDisk(thrown, profile, bytes * RING_SLOTS);
    });
    return new SurfaceTaker(options, new RingPictures(await openRing(profile, bytes, marker), bytes));
  }

  close(): Promise<void> {
    return this.#pictures.close();
  }

  /** Shows a frame, waits for all it waits for, and reads its pixels; they are the caller's own. */
  async take(frame: number): Promise<Buffer> {
    return ownCopy(await this.#show(frame));
  }

  async #show(frame: number): Promise<HeldPicture> {
    const { page, capture } = this.#options;
    await this.#guard(() => whilePumping(capture, page.call('seek', frame)), `frame ${frame} to be shown`);
    for (let count = 0; count < SETTLING_FRAMES; count += 1) {
      await this.#guard(() => capture.pump(), `frame ${frame} to be painted`);
    }
    // A page that has just been moved may take a few frames until it paints for the first time.
    for (let count = 0; this.#pictures.isEmpty && count < FIRST_PAINT_FRAMES; count += 1) {
      if ((await this.#ask(frame)).slot >= 0) break;
      await this.#guard(() => capture.pump(), `frame ${frame} to be painted`);
    }
    const picture = await this.#picture(frame);
    if (picture === null) throw this.#failure(`frame ${frame} was shown but the page does not know it`);
    return picture;
  }

  /** As `Stage.goOnAt`. A page that has never painted shows its first frame by itself. */
  async goOnAt(frame: number): Promise<void> {
    if (!this.#pictures.isEmpty) this.#follows = frame;
  }

  /** As `Stage.captureRun`. */
  async *run(firstFrame: number, count: number): AsyncGenerator<CapturedFrame, void, undefined> {
    if (count <= 0) return;
    const goesOn = this.#follows === firstFrame && this.#fused;
    this.#follows = null;
    this.#pictures.beginRun();
    if (!goesOn) {
      await this.#passTo(firstFrame);
      (await this.#show(firstFrame)).release();
    }
    const end = firstFrame + count;
    let next = firstFrame;
    while (next < end) {
      if (this.#fused) next = yield* this.#runFused(next, end, goesOn && next === firstFrame);
      if (next >= end) break;
      const frame = next;
      next += 1;
      yield this.#pictures.captured(frame, await this.#show(frame));
    }
    this.#follows = end;
  }

  /** Takes the page by the frames before a jump's end, of which its callbacks may tell how fast something moves. */
  async #passTo(frame: number): Promise<void> {
    const first = Math.max(0, frame - DRAWN_BEFORE_FRAMES);
    if (first === frame) return;
    const { page, capture } = this.#options;
    await this.#guard(
      () => whilePassing(capture, page.call('passBy', first, frame - first)),
      `frames before ${frame} to be passed by`,
    );
  }

  /** One compositor frame each; the picture of a frame is read while the next is drawn. Returns the first frame not taken. */
  async *#runFused(first: number, end: number, goesOn: boolean): AsyncGenerator<CapturedFrame, number, undefined> {
    const { page, capture, turns } = this.#options;
    await this.#guard(() => page.call('tick', first, end - first), `frame ${first} to be stepped to`);
    const step = (frame: number, composed: boolean) =>
      this.#guard(() => (composed ? capture.pump() : capture.step()), `frame ${frame} to be painted`);
    const taken = yield* stepAhead({
      ...{ first, end, turns, step, composed: !goesOn },
      read: (frame) => this.#picture(frame),
      handOn: (frame, picture) => this.#pictures.captured(frame, picture),
      drop: (picture) => picture.release(),
    });
    return taken < end ? this.#giveUpFusing(taken) : end;
  }

  /** The frame is shown by itself; those after it step again, unless waiting is what this page does. */
  #giveUpFusing(frame: number): number {
    this.#waits += 1;
    this.#fused = this.#waits < MOST_WAITS;
    return frame;
  }

  async #ask(frame: number): Promise<SurfacePicture> {
    const { page, profile } = this.#options;
    let picture: SurfacePicture;
    try {
      const answer = await this.#guard(() => page.call('surfacePicture', frame), `the pixels of frame ${frame}`);
      picture = surfacePicture(answer, 'surfacePicture');
    } catch (thrown) {
      throw withFullDisk(thrown, profile, pictureBytes(this.#options));
    }
    if (picture.obstacle !== null) throw surfaceObstacleError({ frame, obstacle: picture.obstacle });
    return picture;
  }

  /** Pixels of a frame that was shown; null when it must be seeked and awaited. */
  async #picture(frame: number): Promise<HeldPicture | null> {
    const { slot, valid } = await this.#ask(frame);
    if (!valid) return null;
    if (slot >= 0) await this.#pictures.read(slot);
    const picture = this.#pictures.hold();
    if (picture === null) throw this.#failure(`nothing was painted up to frame ${frame}`);
    return picture;
  }

  #failure(message: string): FramefarmError {
    return new FramefarmError('CAPTURE_STALLED', `${message} (${this.#options.label})`, { stage: 'capture' });
  }

  #guard<T>(work: () => Promise<T>, waitingFor: string): Promise<T> {
    return guardCapture(this.#options, work, waitingFor);
  }
}
