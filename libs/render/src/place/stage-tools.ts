/** What stages are opened with: the browser and its fonts. */
import type { BrowserInfo } from '@framefarm/browser';
import { prepareFontConfig } from '@framefarm/origin/font-config.js';
import { imageDirectory, openUserCache } from '@framefarm/process';
import type { Place } from './place.js';

export interface StageTools {
  readonly browser: BrowserInfo;
  /** Null where browsers read none. */
  readonly fontConfigFile: string | null;
}

/** fontconfig is read by browsers on Linux alone. */
export const HAS_FONT_CONFIG = process.platform === 'linux';

/** @throws FramefarmError `BROWSER_NOT_FOUND` */
export async function findStageTools(
  { tools, systemFonts }: Pick<Place, 'tools' | 'systemFonts'>,
  browserPath: string | null,
): Promise<StageTools> {
  const [browser, fontConfigFile] = await Promise.all([
    tools.browser(browserPath),
    HAS_FONT_CONFIG ? fontConfig(systemFonts) : null,
  ]);
  return { browser, fontConfigFile };
}

async function fontConfig(systemFonts: boolean): Promise<string> {
  return prepareFontConfig({ cacheDir: imageDirectory() ?? (await openUserCache()), systemFonts });
}
