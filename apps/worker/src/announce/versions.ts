/** What this machine renders with. */
import { findBrowser } from '@framefarm/browser';
import { asFramefarmError, type WorkerSettings } from '@framefarm/contract';
import type { WorkerInfo } from '@framefarm/farm';
import { findFfmpeg } from '@framefarm/media';
import { FRAMEFARM_VERSION } from '@framefarm/render';

export interface MachineTools {
  readonly versions: WorkerInfo['versions'];
  /** What is missing, in words; null when everything is there. */
  readonly missing: string | null;
}

export async function readTools({ browserPath, ffmpegPath }: WorkerSettings): Promise<MachineTools> {
  const [browser, ffmpeg] = await Promise.allSettled([
    findBrowser({ explicitPath: browserPath }),
    findFfmpeg({ explicitPath: ffmpegPath }),
  ]);
  const faults = [browser, ffmpeg].flatMap((found) =>
    found.status === 'rejected' ? [asFramefarmError(found.reason).message] : [],
  );
  return {
    versions: {
      framefarm: FRAMEFARM_VERSION,
      node: process.versions.node,
      browser: browser.status === 'fulfilled' ? browser.value.version : 'missing',
      ffmpeg: ffmpeg.status === 'fulfilled' ? ffmpeg.value.version : 'missing',
    },
    missing: faults.length === 0 ? null : faults.join('; '),
  };
}
