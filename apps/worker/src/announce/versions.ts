/** What this machine renders with, and whether it may. */
import { findBrowser, requireBrowser } from '@framefarm/browser';
import { asFramefarmError, type WorkerSettings } from '@framefarm/contract';
import type { WorkerInfo } from '@framefarm/farm';
import { FRAMEFARM_VERSION, TOOLS_HERE } from '@framefarm/render';

export interface MachineTools {
  readonly versions: WorkerInfo['versions'];
  /** What is missing, in words; null when everything is there. */
  readonly missing: string | null;
}

/**
 * Starts the browser once as a lane below `directory` would, with an empty page.
 * @throws FramefarmError BROWSER_NOT_FOUND, BROWSER_CRASHED, SANDBOX_UNAVAILABLE.
 */
export async function tryBrowser({ browserPath, sandbox }: WorkerSettings, directory: string): Promise<void> {
  await requireBrowser(await findBrowser({ explicitPath: browserPath }), directory, sandbox === 'on');
}

/**
 * Finds browser and FFmpeg, and starts the browser once below `directory`, as lanes will: a worker whose browser cannot have
 * its sandbox takes no work from anybody (security 2.1), and one whose browser does not start would fail everybody's.
 * @throws FramefarmError BROWSER_CRASHED; SANDBOX_UNAVAILABLE unless the operator has switched the sandbox off.
 */
export async function readTools(
  { browserPath, ffmpegPath, sandbox }: WorkerSettings,
  directory: string,
): Promise<MachineTools> {
  const [browser, ffmpeg] = await Promise.allSettled([
    findBrowser({ explicitPath: browserPath }),
    TOOLS_HERE.ffmpeg(ffmpegPath),
  ]);
  if (browser.status === 'fulfilled') await requireBrowser(browser.value, directory, sandbox === 'on');
  const faults = [browser, ffmpeg].flatMap((found) =>
    found.status === 'rejected' ? [asFramefarmError(found.reason).message] : [],
  );
  return {
    versions: {
      framefarm: FRAMEFARM_VERSION,
      node: process.versions.node,
      browser: browser.status === 'fulfilled' ? browser.value.version : 'missing',
      ffmpeg: ffmpeg.status === 'fulfilled' ? ffmpeg.value.builds : 'missing',
    },
    missing: faults.length === 0 ? null : faults.join('; '),
  };
}
