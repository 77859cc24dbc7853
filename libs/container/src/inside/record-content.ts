/** The record of what an image holds, with hashes of everything that could change a picture or a file. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BrowserInfo } from '@framefarm/browser';
import type { ImageContent } from '@framefarm/contract';
import type { Ffmpeg } from '@framefarm/media';
import { BUNDLED_FAMILIES } from '@framefarm/origin';
import { FRAMEFARM_VERSION } from '@framefarm/render';

/** Written by docker/collect-programs.sh: the packages that FFmpeg and its libraries come from. */
const PACKAGES = '/usr/share/framefarm/packages-media.txt';

export async function recordContent(directory: string, browser: BrowserInfo, ffmpeg: Ffmpeg): Promise<ImageContent> {
  const fonts = (await readdir(directory)).filter((name) => name.startsWith('fonts-'));
  const [fontsName = ''] = fonts;
  const parts = {
    framefarm: FRAMEFARM_VERSION,
    node: { version: process.versions.node, sha256: await hashOf([process.execPath]) },
    browser: { version: browser.version, sha256: await hashOf(await filesBelow(dirname(browser.path))) },
    ffmpeg: { version: ffmpeg.version, sha256: await hashOf([ffmpeg.ffmpegPath]) },
    ffprobe: { version: ffmpeg.ffprobeVersion, sha256: await hashOf([ffmpeg.ffprobePath]) },
    fonts: {
      version: fontsName.replace('fonts-', ''),
      sha256: await hashOf(await filesBelow(join(directory, fontsName, 'ttf'))),
      families: Object.keys(BUNDLED_FAMILIES),
    },
    packages: await packages(),
  };
  return { ...parts, digest: createHash('sha256').update(JSON.stringify(parts)).digest('hex') };
}

async function filesBelow(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

async function hashOf(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) {
    if (files.length > 1) hash.update(`${file}\0`);
    hash.update(await readFile(file));
  }
  return hash.digest('hex');
}

async function packages(): Promise<ImageContent['packages']> {
  const lines = (await readFile(PACKAGES, 'utf8')).split('\n').filter((line) => line !== '');
  return { count: lines.length, sha256: await hashOf([PACKAGES]) };
}
