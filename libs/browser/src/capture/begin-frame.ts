/** Capture by compositor frames under our control: one round trip seeks, draws and encodes (performance 3.2). */
import { FramefarmError } from '@framefarm/contract';
import type { ProtocolSession } from '../protocol/session.js';
import type { CaptureSession, ImageOptions } from './capture-session.js';
import { INTERVAL_MS, type Turns } from './frame-turns.js';

/** Waits before a frame is asked for again while another is pending, ms. */
const PENDING_RETRIES_MS = [10, 20, 50, 100, 200, 400, 800] as const;
/** Waits before a frame is drawn again that came back without a picture, ms: a page just opened may have no surface yet. */
const MISSING_RETRIES_MS = [0, 0, 5, 20, 50, 100, 200, 400] as const;

/**
 * How a picture is coded with which others are compared, the slowest last. `jpeg`, at the highest quality, is off by a level or two and has
 * no alpha. `fast-png` is exact where nothing is transparent; with alpha it is so in the browser that comes with framefarm, and is said
 * to be damaged by others. `png` is exact.
 */
export type ReferenceCoding = 'jpeg' | 'fast-png' | 'png';

const HIGHEST_QUALITY = 100;

interface Screenshot {
  readonly format: 'jpeg' | 'png';
  readonly quality?: number;
  readonly optimizeForSpeed: boolean;
}

/** What the browser tells of one. */
interface Frame {
  readonly hasDamage: boolean;
  readonly screenshotData?: string | undefined;
}

/** What is asked of one frame beyond running the page. */
interface FrameRequest {
  readonly screenshot?: Screenshot;
  /** Nothing reaches the compositor, and so no picture. */
  readonly noDisplayUpdates?: boolean;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The compositor of a page draws frames, but gives no picture of them. */
export class NoPictureError extends FramefarmError {
  constructor(frames: number) {
    super('CAPTURE_STALLED', `the browser drew ${frames} frames without a picture`, { stage: 'capture' });
  }
}

/** Steps the compositor of a page made with `enableBeginFrameControl`. */
export class BeginFrameCapture implements CaptureSession {
  readonly path = 'beginframe';
  readonly #session: ProtocolSession;
  readonly #turns: Turns;
  #screenshot: Screenshot;

  /** `turns` of the page. */
  constructor(session: ProtocolSession, turns: Turns, options: ImageOptions) {
    this.#session = session;
    this.#turns = turns;
    this.#screenshot =
      options.image === 'jpeg'
        ? { format: 'jpeg', quality: options.jpegQuality, optimizeForSpeed: true }
        : // The fast PNG writer damages alpha.
          { format: 'png', optimizeForSpeed: false };
  }

  async pump(brief = false): Promise<void> {
    await this.#frame({}, brief);
  }

  /**
   * As {@link pump} for the page: it runs its callbacks, its layout and its paint events. Its compositor gets nothing of it,
   * which spares the wait until every canvas of a worker has answered for the frame.
   */
  async step(brief = false): Promise<void> {
    await this.#frame({ noDisplayUpdates: true }, brief);
  }

  /** As {@link pump}; false when the compositor had nothing to draw, so that the page looks as it did before. */
  async draw(): Promise<boolean> {
    return (await this.#frame({})).hasDamage;
  }

  /** @throws {NoPictureError} when the browser returns no picture time and again. */
  async shoot(): Promise<Uint8Array> {
    for (let attempt = 0; ; attempt++) {
      const { screenshotData: data } = await this.#frame({ screenshot: this.#screenshot });
      if (data !== undefined && data !== '') return Buffer.from(data, 'base64');
      const waitMs = MISSING_RETRIES_MS[attempt];
      if (waitMs === undefined) throw new NoPictureError(attempt + 1);
      if (waitMs > 0) await pause(waitMs);
    }
  }

  /** As {@link shoot}, but undefined when this one frame has no picture: asking again would step the page further. */
  async shootOnce(): Promise<Uint8Array | undefined> {
    const { screenshotData: data } = await this.#frame({ screenshot: this.#screenshot });
    return data === undefined || data === '' ? undefined : Buffer.from(data, 'base64');
  }

  /** A picture of what the page shows now to compare with. */
  reference(coding: ReferenceCoding): Promise<Uint8Array> {
    return this.coded(coding, () => this.shoot());
  }

  /** Has pictures that `work` takes coded to compare with. */
  async coded<T>(coding: ReferenceCoding, work: () => Promise<T>): Promise<T> {
    const usual = this.#screenshot;
    this.#screenshot =
      coding === 'jpeg'
        ? { format: 'jpeg', quality: HIGHEST_QUALITY, optimizeForSpeed: true }
        : { format: 'png', optimizeForSpeed: coding === 'fast-png' };
    try {
      return await work();
    } finally {
      this.#screenshot = usual;
    }
  }

  async #frame(wanted: FrameRequest, brief = false): Promise<Frame> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#turns.take(
          (frameTimeTicks) =>
            this.#session.send('HeadlessExperimental.beginFrame', { frameTimeTicks, interval: INTERVAL_MS, ...wanted }),
          brief,
        );
      } catch (error) {
        const waitMs = PENDING_RETRIES_MS[attempt];
        if (waitMs === undefined || !String(error).includes('frame is pending')) throw error;
        await pause(waitMs);
      }
    }
  }
}
