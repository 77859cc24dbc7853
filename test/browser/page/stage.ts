/** A browser, a tiny server and the bundled runtime, for tests that look at real pages. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser } from '@framefarm/browser';
import {
  LOADS_TOLD_POLICY,
  type MediaInfo,
  type PageApi,
  type PageConfig,
  type PageReport,
  type PageWarning,
  type SettleReport,
  type VideoFrames,
} from '@framefarm/contract';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { bundleRuntime } from '../../../libs/page/bundle.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const packages: Record<string, string> = {
  '/lib/gsap.js': 'node_modules/gsap/dist/gsap.min.js',
  '/lib/scramble-text.js': 'node_modules/gsap/dist/ScrambleTextPlugin.min.js',
  '/lib/anime.js': 'node_modules/animejs/dist/bundles/anime.umd.min.js',
  '/lib/anime3.js': 'node_modules/anime3/lib/anime.min.js',
  '/lib/lottie.js': 'node_modules/lottie-web/build/player/lottie.min.js',
  '/lib/three.module.js': 'node_modules/three/build/three.module.js',
  '/lib/three.core.js': 'node_modules/three/build/three.core.js',
};
const TYPES: Record<string, string> = {
  js: 'text/javascript',
  html: 'text/html',
  json: 'application/json',
  png: 'image/png',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  css: 'text/css',
};

/** The page's own globals, as the tests' page functions read them. */
declare global {
  interface Window {
    // biome-ignore lint/suspicious/noExplicitAny: whatever a test page has put there
    [name: string]: any;
  }
}

export interface Project {
  /** Body of the page; scripts included. A whole document when it begins with a doctype. */
  readonly html: string;
  readonly head?: string;
  readonly config?: Partial<PageConfig>;
  /** Further files by URL path. */
  readonly files?: Record<string, string | Buffer>;
  /** Milliseconds by which a path is answered late. */
  readonly delays?: Record<string, number>;
  /** What the answers of paths wait for. */
  readonly held?: Record<string, Promise<unknown>>;
  /** No document is told what begins to load in it, as in a preview. */
  readonly untold?: boolean;
}

export interface OpenPage {
  readonly page: Page;
  readonly settled: SettleReport;
  readonly report: PageReport;
  /** Prepares and seeks in turn; resolves when the frame is shown. True when the seek needed no waiting. */
  seek(frame: number): Promise<boolean>;
  prepare(frames: number, videos?: readonly VideoFrames[]): Promise<number>;
  warnings(): Promise<readonly PageWarning[]>;
  /** Reads a computed style property. */
  css(selector: string, property: string, pseudo?: string): Promise<string>;
  /** Leaves its tab to the next page. */
  close(): Promise<void>;
}

type RuntimeWindow = Window & { __framefarm: PageApi };

export class PageStage {
  readonly #browser: Browser;
  readonly #scratch: string;
  readonly #server: Server;
  readonly #runtime: string;
  readonly #origin: string;
  #files: Record<string, string | Buffer> = {};
  #delays: Record<string, number> = {};
  #held: Record<string, Promise<unknown>> = {};
  #untold = false;
  #html = '';
  /** Tabs that tests are done with: to open one takes longer than what most tests do in it. */
  readonly #left: Page[] = [];

  private constructor(browser: Browser, scratch: string, server: Server, runtime: string) {
    this.#browser = browser;
    this.#scratch = scratch;
    this.#server = server;
    this.#runtime = runtime;
    this.#origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) => {
      const path = new URL(request.url ?? '/', this.#origin).pathname;
      const content = this.#answer(path);
      const send = () => {
        response.statusCode = content === null ? 404 : 200;
        const type = TYPES[path.split('.').pop() ?? ''] ?? 'text/html';
        response.setHeader('content-type', type);
        if (type === 'text/html' && !this.#untold) {
          response.setHeader('content-security-policy-report-only', LOADS_TOLD_POLICY);
        }
        response.end(content ?? 'not found');
      };
      const delay = this.#delays[path];
      if (delay !== undefined) setTimeout(send, delay);
      else if (path in this.#held) void this.#held[path]?.then(send);
      else send();
    });
  }

  static async open(): Promise<PageStage> {
    const scratch = mkdtempSync(join(tmpdir(), 'page-stage-'));
    const runtime = await bundleRuntime();
    const { path: executablePath, libraryPath } = await findBrowser();
    const browser = await puppeteer.launch({
      executablePath,
      headless: 'shell',
      pipe: true,
      userDataDir: join(scratch, 'profile'),
      env: { ...process.env, ...(libraryPath === undefined ? {} : { LD_LIBRARY_PATH: libraryPath }) },
      args: [
        ...['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb', '--hide-scrollbars'],
        // A page that was left is gone, and the next one has its process.
        '--disable-back-forward-cache',
      ],
    });
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new PageStage(browser, scratch, server, runtime);
  }

  #answer(path: string): string | Buffer | null {
    if (path === '/') return this.#html;
    if (path === '/__framefarm/runtime.js') return this.#runtime;
    const file = packages[path];
    if (file !== undefined) return readFileSync(join(root, file));
    return this.#files[path] ?? null;
  }

  async load(project: Project): Promise<OpenPage> {
    const { page, settled } = await this.loadUnsettled(project).then(async ({ page }) => ({
      page,
      settled: await page.evaluate(() => (window as unknown as RuntimeWindow).__framefarm.settle(10_000)),
    }));
    const report = settled.hasRoot
      ? await page.evaluate(() => (window as unknown as RuntimeWindow).__framefarm.describe())
      : (null as unknown as PageReport);
    return this.#wrap(page, settled, report, project);
  }

  async loadUnsettled(project: Project): Promise<{ page: Page }> {
    const config: PageConfig = {
      mode: 'render',
      fps: { num: 30, den: 1 },
      rootId: 'main',
      width: 320,
      height: 180,
      durationSeconds: null,
      transparent: false,
      instances: [],
      media: {},
      providedFonts: [],
      ...project.config,
    };
    this.#files = project.files ?? {};
    this.#delays = project.delays ?? {};
    this.#held = project.held ?? {};
    this.#untold = project.untold ?? false;
    const first = `<script>window.__framefarmConfig = ${JSON.stringify(config)}</script><script src="/__framefarm/runtime.js"></script>`;
    this.#html = /^<!doctype/i.test(project.html)
      ? project.html.replace(/<head[^>]*>/i, (head) => `${head}${first}`)
      : `<!doctype html><html><head>${first}${project.head ?? ''}</head><body>${project.html}</body></html>`;
    const page = this.#left.pop() ?? (await this.#newTab());
    await page.setViewport({ width: config.width ?? 320, height: config.height ?? 180 });
    // To go where a tab is already would be to load again, which keeps what was scrolled and typed.
    const here = `${this.#origin}/`;
    await page.goto(page.url() === here ? `${here}?` : here, { waitUntil: 'domcontentloaded' });
    return { page };
  }

  async #newTab(): Promise<Page> {
    const page = await this.#browser.newPage();
    await page.evaluateOnNewDocument(this.#runtime);
    return page;
  }

  #wrap(page: Page, settled: SettleReport, report: PageReport, project: Project): OpenPage {
    const fps = project.config?.fps ?? { num: 30, den: 1 };
    return {
      page,
      settled,
      report,
      prepare: (frames, videos = []) =>
        page.evaluate((setup) => (window as unknown as RuntimeWindow).__framefarm.prepare(setup), {
          frames,
          fps,
          videos,
        }),
      seek: (frame) =>
        page.evaluate(async (n) => {
          let isComplete = false;
          const complete = async (): Promise<void> => {
            await (window as unknown as RuntimeWindow).__framefarm.seek(n);
            isComplete = true;
          };
          const waiting = complete();
          // As many as pass before the browser draws the frame.
          for (let turn = 0; turn < 60; turn += 1) await null;
          const atOnce = isComplete;
          await waiting;
          return atOnce;
        }, frame),
      warnings: () => page.evaluate(() => (window as unknown as RuntimeWindow).__framefarm.takeWarnings()),
      css: (selector, property, pseudo) =>
        page.evaluate(
          (name, key, part) => {
            const element = document.querySelector(name);
            if (element === null) throw new Error(`no element ${name}`);
            return getComputedStyle(element, part).getPropertyValue(key);
          },
          selector,
          property,
          pseudo ?? null,
        ),
      close: async () => {
        this.#left.push(page);
      },
    };
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await new Promise((resolve) => this.#server.close(resolve));
    rmSync(this.#scratch, { recursive: true, force: true });
  }
}

export const VIDEO_INFO: MediaInfo = {
  durationSeconds: 3,
  video: {
    codec: 'h264',
    width: 160,
    height: 90,
    fps: { num: 30, den: 1 },
    pixelFormat: 'yuv420p',
    alpha: false,
    bitDepth: 8,
    transfer: 'bt709',
  },
  audio: { codec: 'aac', sampleRate: 48000, channels: 2 },
};
