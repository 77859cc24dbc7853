/**
 * Run once while an image is built: unpacks browser and fonts into `FRAMEFARM_IMAGE_DIR` and writes down what the image
 * holds. The record comes last: without it the directory is half made.
 */
import { mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  type BrowserInfo,
  bundledBrowser,
  findBrowser,
  IMAGE_BROWSER,
  launchBrowser,
  refuseAll,
} from '@framefarm/browser';
import { findFfmpeg } from '@framefarm/media';
import { prepareFontConfig } from '@framefarm/origin';
import { imageDirectory } from '@framefarm/process';
import { recordContent } from './record-content.js';

/** A whole second, which survives in the layers of an image: an index of fonts holds the times of their directories. */
const LONG_AGO = new Date('2000-01-01T00:00:00Z');

const directory = imageDirectory();
if (directory === null) throw new Error('FRAMEFARM_IMAGE_DIR names no directory');
await mkdir(directory, { recursive: true });
const packed = await bundledBrowser(directory);
if (packed === null) throw new Error(`no browser is packed for ${process.platform} on ${process.arch}`);
await rename(dirname(packed.path), join(directory, IMAGE_BROWSER));
const browser = await findBrowser();
// Once for renders, whose fonts are those of the machine too, and once for a farm's.
for (const systemFonts of [true, false]) {
  const fontConfigFile = await prepareFontConfig({ cacheDir: directory, systemFonts });
  await agedDirectories(dirname(fontConfigFile));
  await indexFonts(browser, fontConfigFile);
}
const content = await recordContent(directory, browser, await findFfmpeg());
await writeFile(join(directory, 'manifest.json'), `${JSON.stringify(content, null, 2)}\n`);
console.log(await readFile(join(directory, 'manifest.json'), 'utf8'));

async function agedDirectories(root: string): Promise<void> {
  for (const entry of await readdir(root, { withFileTypes: true, recursive: true })) {
    if (entry.isDirectory()) await utimes(join(entry.parentPath, entry.name), LONG_AGO, LONG_AGO);
  }
}

/** A browser that starts writes the index of the fonts it finds. It shows nothing, so it needs no sandbox here. */
async function indexFonts(found: BrowserInfo, fontConfigFile: string): Promise<void> {
  const started = await launchBrowser({
    browser: found,
    scratchDir: tmpdir(),
    originPort: 9,
    sandbox: false,
    webgl: false,
    beginFrame: false,
    window: { width: 320, height: 240 },
    scale: 1,
    resolveExternal: refuseAll,
    fontConfigFile,
  });
  try {
    const page = await started.openPage({ width: 320, height: 240 }, false);
    await page.send('Runtime.evaluate', { expression: "document.body.append('Text'); document.body.offsetWidth" });
  } finally {
    await started.close();
  }
  await rm(join(tmpdir(), 'cache'), { recursive: true, force: true });
}
