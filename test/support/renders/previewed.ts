/** A preview as its user has it: the command line on a terminal's behalf, its page in a real browser. */
import { createRequire } from 'node:module';
import { type BrowserInfo, findBrowser } from '@framefarm/browser';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { scratchDirectory } from '../projects/project.js';
import { type RunningCommand, startFramefarm } from './command-line.js';

const require = createRequire(import.meta.url);
export const axeScript: string = require.resolve('axe-core/axe.min.js');

export interface RunningPreview {
  readonly url: string;
  /** Current directory of the command: renders go below it. */
  readonly cwd: string;
  readonly command: RunningCommand;
}

/** Starts `preview` and resolves once its line with the URL has come. */
export async function startPreview(project: string, flags: readonly string[] = []): Promise<RunningPreview> {
  const cwd = scratchDirectory();
  const command = startFramefarm(['preview', project, '--no-open', ...flags], { cwd });
  const line = await command.seen(/^Preview of .*: (http:\S+)$/m);
  return { url: line.slice(line.indexOf('http:')), cwd, command };
}

/** The browser of the tests, with the faces and colours of a render. */
export async function openViewer(): Promise<Browser> {
  const info: BrowserInfo = await findBrowser();
  const libraries = info.libraryPath === undefined ? {} : { LD_LIBRARY_PATH: info.libraryPath };
  return puppeteer.launch({
    executablePath: info.path,
    headless: info.kind === 'headless-shell' ? 'shell' : true,
    pipe: true,
    env: { ...process.env, ...libraries },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--mute-audio',
      '--hide-scrollbars',
      '--force-color-profile=srgb',
      '--font-render-hinting=none',
    ],
  });
}

export interface PreviewPage {
  readonly page: Page;
  /** Resolves when a revision from this number on is shown. */
  revision(atLeast: number): Promise<number>;
  /** Resolves when this frame is complete on the stage and in the readout. */
  shows(frame: number): Promise<void>;
  /** Goes to a frame by its field. */
  goTo(frame: number): Promise<void>;
  text(selector: string): Promise<string>;
  /** Resolves when the text of an element fits. */
  says(selector: string, pattern: RegExp): Promise<string>;
  /** The composition at its own size as PNG. */
  picture(): Promise<Uint8Array>;
}

/** Opens the page of a preview and waits for its first frame. */
export async function openPreviewPage(browser: Browser, url: string, width = 1280): Promise<PreviewPage> {
  const page = await browser.newPage();
  await page.setViewport({ width, height: 860 });
  await page.goto(url);
  const says = async (selector: string, pattern: RegExp): Promise<string> => {
    const handle = await page.waitForFunction(
      (name, source, flags) => {
        const text = document.querySelector<HTMLElement>(name)?.innerText ?? '';
        return new RegExp(source, flags).test(text) ? text : false;
      },
      {},
      selector,
      pattern.source,
      pattern.flags,
    );
    return String(await handle.jsonValue());
  };
  const opened: PreviewPage = {
    page,
    revision: async (atLeast) => {
      const handle = await page.waitForFunction(
        (least) => {
          const shown = Number(document.documentElement.dataset.revision ?? 0);
          return shown >= least ? shown : false;
        },
        {},
        atLeast,
      );
      return Number(await handle.jsonValue());
    },
    shows: async (frame) => {
      await page.waitForFunction(
        (wanted) =>
          document.querySelector<HTMLElement>('#canvas')?.dataset.frame === wanted &&
          document.querySelector<HTMLInputElement>('#frame')?.value === wanted,
        {},
        String(frame),
      );
    },
    goTo: async (frame) => {
      await page.$eval(
        '#frame',
        (field, value) => {
          (field as HTMLInputElement).value = value;
          field.dispatchEvent(new Event('change'));
        },
        String(frame),
      );
      await opened.shows(frame);
    },
    text: (selector) => page.$eval(selector, (element) => (element as HTMLElement).innerText),
    says,
    picture: async () => {
      const canvas = await page.$('#canvas');
      if (canvas === null) throw new Error('the page has no canvas');
      return canvas.screenshot({ type: 'png' });
    },
  };
  await opened.revision(1);
  return opened;
}
