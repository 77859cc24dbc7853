/** Scenes of `bench/scenes` as projects. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { motion } from '../scenes/motion.ts';
import { FONT_FILES } from '../scenes/page.ts';

const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Writes a page with what it loads into the new `directory`. */
export function writePage(directory, html) {
  mkdirSync(directory, { recursive: true });
  cpSync(join(repository, 'node_modules/gsap/dist/gsap.min.js'), join(directory, 'gsap.min.js'));
  for (const { name } of FONT_FILES) {
    cpSync(join(repository, 'node_modules/@fontsource/inter/files', name), join(directory, name));
  }
  writeFileSync(join(directory, 'index.html'), html);
  return directory;
}

/**
 * Writes the moving scene in any length into the new `directory`. A run sets the variable `run`, which is its title, so that no run finds
 * chunks of another. `size`: width and height in pixels.
 */
export function writeScene(directory, seconds, { width, height } = { width: 1920, height: 1080 }) {
  const scene = motion
    .page({ width, height, seconds, fps: 30 })
    .replace('<h1 id="title">', '<h1 id="title" data-var-text="run">');
  return writePage(directory, scene);
}
