/** The dashboard of a producer in a real browser, with everything that would betray its promises written down. */
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'puppeteer-core';
import { axeScript } from '../renders/previewed.js';

export interface DashboardPage {
  readonly page: Page;
  /** Requests to another origin, refusals by the policy, errors of the script. */
  readonly faults: readonly string[];
  /** Resolves when the text of an element fits. */
  says(selector: string, pattern: RegExp): Promise<string>;
  text(selector: string): Promise<string>;
  /** Presses the button with this text. */
  press(label: string): Promise<void>;
  go(route: string): Promise<void>;
  /** Shows the page as it is in another scheme. */
  look(scheme: 'light' | 'dark'): Promise<void>;
  /** Rules of axe that the page breaks, each with what breaks it; all of them, or those of the names. */
  axe(rules?: readonly string[]): Promise<readonly string[]>;
}

export interface DashboardLook {
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
}

/** Opens a path of the producer in a tab of its own. */
export async function openDashboard(
  browser: Browser,
  url: string,
  path = '/',
  { width = 1280, scheme = 'dark' }: DashboardLook = {},
): Promise<DashboardPage> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const faults: string[] = [];
  page.on('request', (request) => {
    const asked = request.url();
    if (!/^(data|blob):/.test(asked) && new URL(asked).origin !== url) faults.push(`request to ${asked}`);
  });
  page.on('pageerror', (error) => faults.push(`script: ${String(error)}`));
  await page.exposeFunction('framefarmRefused', (text: string) => faults.push(`refused by the policy: ${text}`));
  await page.evaluateOnNewDocument(() => {
    const { framefarmRefused } = window as unknown as { framefarmRefused(text: string): void };
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      framefarmRefused(`${effectiveDirective} ${blockedURI}`),
    );
  });
  await page.setViewport({ width, height: 900 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.goto(`${url}${path}`);
  const opened: DashboardPage = {
    page,
    faults,
    says: async (selector, pattern) => {
      const found = await page
        .waitForFunction(
          (name, source, flags) => {
            const text = document.querySelector<HTMLElement>(name)?.innerText ?? '';
            return new RegExp(source, flags).test(text) ? text : false;
          },
          {},
          selector,
          pattern.source,
          pattern.flags,
        )
        .catch(async (error) => {
          throw new Error(`${selector} never said ${pattern}; the page: ${await opened.text('body')}`, {
            cause: error,
          });
        });
      return String(await found.jsonValue());
    },
    text: (selector) => page.$eval(selector, (element) => (element as HTMLElement).innerText),
    press: async (label) => {
      await page.locator(`::-p-xpath(//button[normalize-space()="${label}"])`).click();
    },
    go: async (route) => {
      await page.evaluate((fragment) => {
        location.hash = fragment;
      }, route);
    },
    look: (value) => page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]),
    axe: async (rules) => {
      if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await readFile(axeScript, 'utf8'));
      return page.evaluate(async (only) => {
        const { axe } = window as unknown as {
          axe: {
            run(node: Document, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
          };
        };
        const { violations } = await axe.run(document, only === null ? {} : { runOnly: only });
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`);
      }, rules ?? null);
    },
  };
  return opened;
}
