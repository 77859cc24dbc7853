/** The checks of `doctor` in the order in which they are shown (cli 8). */
import type { CheckResult, DoctorOptions } from './check.js';
import { checkContainerRuntime } from './container-check.js';
import { optionalChecks } from './optional-checks.js';
import { checkBrowser, checkFfmpeg, checkNode } from './required-checks.js';

/** Runs the checks side by side and gives each result as soon as all before it are known. */
export async function* examine(options: DoctorOptions, all: boolean): AsyncGenerator<CheckResult> {
  const ffmpeg = checkFfmpeg(options);
  const browser = checkBrowser(options);
  const container = checkContainerRuntime(options);
  // Each is awaited below; until then a failure (an interruption) is nobody's unhandled rejection.
  for (const work of [ffmpeg, browser, container]) work.catch(() => {});
  yield checkNode();
  const { results, found } = await ffmpeg;
  yield* results;
  yield await browser;
  yield await container;
  if (all) yield* await optionalChecks(options, found);
}
