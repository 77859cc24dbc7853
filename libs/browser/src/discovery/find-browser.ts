/** Which browser a render uses: explicit, bundled, system headless shell, system Chrome or Chromium. */
import { join, resolve } from 'node:path';
import { FramefarmError } from '@framefarm/contract';
import { imageDirectory, openUserCache } from '@framefarm/process';
import type { BrowserInfo } from './browser-info.js';
import { bundledBrowser, IMAGE_BROWSER, unpackedBrowser } from './bundled.js';
import { executable, kindByName, systemBrowsers } from './system.js';
import { readVersion } from './version.js';

export interface FindBrowserOptions {
  /** From `--browser-path`, or a setting that one of the variables below gave; wins over the environment. */
  readonly explicitPath?: string | null;
  /** Default: this process's own; read for FRAMEFARM_BROWSER_PATH and its old names, FRAMEFARM_IMAGE_DIR, PATH and XDG_CACHE_HOME. */
  readonly env?: NodeJS.ProcessEnv;
  /** Where the bundled browser is unpacked; default: the user's cache. */
  readonly cacheDirectory?: string;
  /** False to leave the bundled one out. */
  readonly bundled?: boolean;
}

/** The name of the setting and its old ones, which mean the same in every program (http-api 4.5). */
const VARIABLES = ['FRAMEFARM_BROWSER_PATH', 'HYPERFRAMES_BROWSER_PATH', 'PRODUCER_HEADLESS_SHELL_PATH'];

/** What the user of a named browser has to correct: commands and workers read the variables before they ask here. */
export function sourceOf(path: string, env: NodeJS.ProcessEnv): string {
  const isNamed = (name: string): boolean => (env[name] ?? '') !== '' && resolve(env[name] ?? '') === resolve(path);
  return VARIABLES.find(isNamed) ?? '--browser-path';
}

export const correctSource = (source: string): string =>
  `Correct ${source}, or leave it out to use the bundled browser.`;

async function explicitBrowser(given: string, source: string): Promise<BrowserInfo> {
  const path = resolve(given);
  const hint = correctSource(source);
  if (!(await executable(path))) {
    throw new FramefarmError('BROWSER_NOT_FOUND', `${source} names "${given}", which is no executable file`, { hint });
  }
  const version = await readVersion(path);
  if (version === null) {
    throw new FramefarmError(
      'BROWSER_NOT_FOUND',
      `${source} names "${given}", which prints no browser version for --version`,
      { hint },
    );
  }
  return { path, kind: kindByName(path), origin: 'explicit', version, webgl: true };
}

/**
 * Finds the browser to use: the one that was named, by option or environment, else that of a container image, the bundled one,
 * those of the system.
 * @throws {FramefarmError} BROWSER_NOT_FOUND, with what to install on this platform.
 */
export async function findBrowser(options: FindBrowserOptions = {}): Promise<BrowserInfo> {
  const env = options.env ?? process.env;
  const { explicitPath } = options;
  if (explicitPath) return explicitBrowser(explicitPath, sourceOf(explicitPath, env));
  const variable = VARIABLES.find((name) => env[name]);
  if (variable !== undefined) return explicitBrowser(env[variable] ?? '', variable);
  let bundledProblem: unknown;
  if (options.bundled !== false) {
    try {
      const image = imageDirectory(env);
      const ofImage = image === null ? null : await unpackedBrowser(join(image, IMAGE_BROWSER));
      const bundled = ofImage ?? (await bundledBrowser(options.cacheDirectory ?? (await openUserCache(env))));
      if (bundled !== null) return bundled;
    } catch (error) {
      // A bundled browser that cannot be unpacked or started is no obstacle when the system has one.
      bundledProblem = error;
    }
  }
  for (const { path, kind } of await systemBrowsers(env)) {
    const version = await readVersion(path);
    if (version !== null) return { path, kind, origin: 'system', version, webgl: true };
  }
  if (bundledProblem instanceof FramefarmError) throw bundledProblem;
  throw new FramefarmError('BROWSER_NOT_FOUND', notFoundMessage(bundledProblem), {
    hint: installHint(process.platform, process.arch),
    cause: bundledProblem,
  });
}

function notFoundMessage(problem: unknown): string {
  const bundled =
    problem === undefined
      ? `no bundled browser fits ${process.platform} on ${process.arch}`
      : `the bundled browser cannot be unpacked (${problem instanceof Error ? problem.message : String(problem)})`;
  return `${bundled}, and neither chrome-headless-shell, Chrome nor Chromium is on PATH`;
}

/** What to install where the bundled browser does not fit. */
export function installHint(platform: string, arch: string): string {
  if (platform === 'linux') {
    return `On Debian or Ubuntu (${arch}) run "apt-get install chromium-headless-shell" or "apt-get install chromium"; elsewhere install Chromium or name a browser with --browser-path.`;
  }
  if (platform === 'darwin') {
    return 'Run "npx @puppeteer/browsers install chrome-headless-shell@stable" and name the printed path with --browser-path, or install Google Chrome.';
  }
  return 'Install Google Chrome and name its executable with --browser-path or FRAMEFARM_BROWSER_PATH.';
}
