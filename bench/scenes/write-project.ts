/** Writes a case's project: the document, GSAP beside it, and the media that FFmpeg makes. Every contestant reads the same files. */
import { execFile } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Case } from './cases.ts';
import { FONT_FILES } from './page.ts';

const run = promisify(execFile);

const require = createRequire(import.meta.url);

/** Copies the typeface of all scenes into the directory, which is made. */
export async function writeFonts(directory: string): Promise<void> {
  const fonts = dirname(require.resolve('@fontsource/inter/package.json'));
  for (const { name } of FONT_FILES) await cp(join(fonts, 'files', name), join(directory, name));
}

/** @throws when FFmpeg cannot make a file. `directory` is made. */
export async function writeProject(directory: string, item: Case, ffmpeg: string): Promise<void> {
  const { scene, width, height, seconds, fps } = item;
  const options = { width, height, seconds, fps };
  await mkdir(directory, { recursive: true });
  await cp(require.resolve('gsap/dist/gsap.min.js'), join(directory, 'gsap.min.js'));
  await writeFonts(directory);
  await writeFile(join(directory, 'index.html'), scene.page(options));
  if (scene.rows !== undefined) await writeFile(join(directory, 'rows.json'), JSON.stringify(scene.rows, null, 2));
  for (const { name, args } of scene.media?.(options) ?? []) {
    await run(ffmpeg, ['-hide_banner', '-loglevel', 'error', '-y', ...args, join(directory, name)]);
  }
}
