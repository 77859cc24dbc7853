/**
 * A scene in a bare browser that draws a frame when it is told to. None of framefarm's page runtime or capture is in it: it
 * is what drawing costs by itself, and what the pictures of others are compared with.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sharedMemoryRoom } from '@framefarm/browser';
import type { GivenBrowser } from '../contestants/given-browser.ts';
import type { Size } from '../scenes/scene.ts';
import { BrowserPipe } from './browser-pipe.ts';

/** A page that was just loaded draws some frames before there is a picture to take; longer on a busy machine. */
const PICTURE_MS = 10_000;
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--hide-scrollbars',
  '--mute-audio',
  '--no-first-run',
  '--no-startup-window',
  '--disable-background-networking',
  '--disable-component-update',
  // A page of the file system may use the typeface beside it.
  '--allow-file-access-from-files',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--enable-begin-frame-control',
  '--run-all-compositor-stages-before-draw',
  '--disable-new-content-rendering-timeout',
  '--disable-threaded-animation',
  '--disable-threaded-scrolling',
  '--disable-checker-imaging',
  '--deterministic-mode',
] as const;

const INTERVAL_MS = 1000 / 60;
const FIRST_FRAMES = 10;

export interface SteppedPageOptions extends Size {
  readonly browser: GivenBrowser;
  /** Directory of the scene's document. */
  readonly projectDir: string;
  readonly transparent: boolean;
  /** What the page finds as its variables. */
  readonly variables: Readonly<Record<string, string>>;
}

export class SteppedPage {
  readonly #pipe: BrowserPipe;
  readonly #session: string;
  readonly #profile: string;
  readonly #transparent: boolean;
  #ticksMs = 1_000;

  private constructor(pipe: BrowserPipe, session: string, profile: string, transparent: boolean) {
    this.#pipe = pipe;
    this.#session = session;
    this.#profile = profile;
    this.#transparent = transparent;
  }

  /** Opens the page and waits until its typefaces and pictures are there. */
  static async open(options: SteppedPageOptions): Promise<SteppedPage> {
    const { browser, projectDir, width, height, transparent, variables } = options;
    const profile = await mkdtemp(join(tmpdir(), 'framefarm-bench-browser-'));
    // As the browsers that it is the limit of.
    const shared = sharedMemoryRoom().enough ? [] : ['--disable-dev-shm-usage'];
    const args = [...ARGS, ...shared, `--user-data-dir=${profile}`, `--window-size=${width},${height}`];
    const pipe = new BrowserPipe(browser.path, args, { ...process.env, ...browser.env });
    try {
      const target = await pipe.call('Target.createTarget', {
        url: 'about:blank',
        width,
        height,
        enableBeginFrameControl: true,
      });
      const attached = await pipe.call('Target.attachToTarget', { targetId: target.targetId, flatten: true });
      const page = new SteppedPage(pipe, attached.sessionId as string, profile, transparent);
      await page.#load(pathToFileURL(join(projectDir, 'index.html')).href, variables);
      return page;
    } catch (error) {
      await pipe.close();
      await rm(profile, { recursive: true, force: true });
      throw error;
    }
  }

  /** The browser's first process. */
  get pid(): number {
    return this.#pipe.pid;
  }

  /** Value of an expression, awaited. @throws when it throws. */
  async evaluate(expression: string): Promise<unknown> {
    const answer = await this.#call('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    if (answer.exceptionDetails !== undefined) throw new Error(JSON.stringify(answer.exceptionDetails).slice(0, 500));
    return (answer.result as { value?: unknown }).value;
  }

  /** Moves the timeline to a time in seconds; nothing is drawn yet. */
  async seek(seconds: number): Promise<void> {
    await this.evaluate(
      `for (const tl of Object.values(window.__timelines)) tl.totalTime(${seconds}, false); undefined`,
    );
  }

  /** Draws what has changed; false where nothing had. */
  async draw(): Promise<boolean> {
    return (await this.#frame({})).hasDamage === true;
  }

  /** A lossless picture, PNG. */
  async picture(): Promise<Buffer> {
    const deadline = performance.now() + PICTURE_MS;
    while (performance.now() < deadline) {
      // The fast writer is exact only where nothing is transparent.
      const screenshot = { format: 'png', optimizeForSpeed: !this.#transparent };
      const { screenshotData } = await this.#frame({ screenshot });
      if (typeof screenshotData === 'string' && screenshotData !== '') return Buffer.from(screenshotData, 'base64');
    }
    throw new Error(`the browser drew frames for ${PICTURE_MS} ms without a picture`);
  }

  async close(): Promise<void> {
    await this.#pipe.close();
    await rm(this.#profile, { recursive: true, force: true });
  }

  async #load(url: string, variables: Readonly<Record<string, string>>): Promise<void> {
    await this.#call('Page.enable');
    if (this.#transparent) {
      await this.#call('Emulation.setDefaultBackgroundColorOverride', { color: { r: 0, g: 0, b: 0, a: 0 } });
    }
    await this.#call('Page.addScriptToEvaluateOnNewDocument', {
      source: `window.__hyperframes = { getVariables: () => (${JSON.stringify(variables)}) };`,
    });
    await this.#call('Page.navigate', { url });
    const ready = this.evaluate(`(async () => {
      if (document.readyState !== 'complete') await new Promise((done) => addEventListener('load', done, { once: true }));
      await Promise.all([...document.fonts].map((face) => face.load()));
      await Promise.all([...document.images].map((image) => image.decode()));
      const root = document.getElementById('root');
      Object.assign(root.style, { position: 'relative', width: root.dataset.width + 'px', height: root.dataset.height + 'px' });
    })()`);
    let done = false;
    const ended = ready.finally(() => {
      done = true;
    });
    ended.catch(() => {});
    while (!done) {
      await this.draw();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await ended;
    for (let count = 0; count < FIRST_FRAMES; count += 1) await this.draw();
  }

  async #frame(extra: object): Promise<Record<string, unknown>> {
    for (let attempt = 0; ; attempt += 1) {
      this.#ticksMs += INTERVAL_MS;
      try {
        return await this.#call('HeadlessExperimental.beginFrame', {
          frameTimeTicks: this.#ticksMs,
          interval: INTERVAL_MS,
          ...extra,
        });
      } catch (error) {
        if (attempt > 50 || !String(error).includes('pending')) throw error;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }
  }

  #call(method: string, params: object = {}): Promise<Record<string, unknown>> {
    return this.#pipe.call(method, params, this.#session);
  }
}
