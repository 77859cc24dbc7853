/** Capture by Page.captureScreenshot: slower, works in every Chromium (performance 3.3). */
import type { ProtocolSession } from '../protocol/session.js';
import type { CaptureSession, ImageOptions } from './capture-session.js';

/** Screenshots of a page that draws frames by itself. */
export class ScreenshotCapture implements CaptureSession {
  readonly path = 'screenshot';
  readonly #session: ProtocolSession;
  readonly #options: ImageOptions;

  constructor(session: ProtocolSession, options: ImageOptions) {
    this.#session = session;
    this.#options = options;
  }

  /** The browser draws by itself: nothing to do. */
  async pump(): Promise<void> {}

  async shoot(): Promise<Uint8Array> {
    const jpeg = this.#options.image === 'jpeg';
    const { data } = await this.#session.send('Page.captureScreenshot', {
      format: this.#options.image,
      ...(jpeg ? { quality: this.#options.jpegQuality } : {}),
      optimizeForSpeed: jpeg,
      fromSurface: true,
      captureBeyondViewport: false,
    });
    return Buffer.from(data, 'base64');
  }
}
