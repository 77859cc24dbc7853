/** The moving 1080p scene of `bench/scenes` in any length. Its title is a variable, so that no run finds chunks of another. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { motion } from '../scenes/motion.ts';
import { FONT_FILES } from '../scenes/page.ts';

const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Writes the project into the new `directory`; a run sets the variable `run`. `size`: width and height in pixels. */
export function writeScene(directory, seconds, { width, height } = { width: 1920, height: 1080 }) {
  mkdirSync(directory, { recursive: true });
  cpSync(join(repository, 'node_modules/gsap/dist/gsap.min.js'), join(directory, 'gsap.min.js'));
  for (const { name } of FONT_FILES) {
    cpSync(join(repository, 'node_modules/@fontsource/inter/files', name), join(directory, name));
  }
  const scene = motion
    .page({ width, height, seconds, fps: 30 })
    .replace('<h1 id="title">', '<h1 id="title" data-var-text="run">');
  writeFileSync(join(directory, 'index.html'), scene);
  return directory;
}
