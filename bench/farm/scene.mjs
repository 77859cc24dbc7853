/** The moving 1080p scene of `bench/scenes` in any length. Its title is a variable, so that no run finds chunks of another. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Writes the project into the new `directory`; a run sets the variable `run`. `size`: width and height in pixels. */
export function writeScene(directory, seconds, { width, height } = { width: 1920, height: 1080 }) {
  mkdirSync(directory, { recursive: true });
  cpSync(join(repository, 'node_modules/gsap/dist/gsap.min.js'), join(directory, 'gsap.min.js'));
  const scene = readFileSync(join(repository, 'bench/scenes/motion-1080p/index.html'), 'utf8')
    .replaceAll('duration: 10,', `duration: ${seconds},`)
    .replace('data-duration="10"', `data-duration="${seconds}"`)
    .replace('data-width="1920" data-height="1080"', `data-width="${width}" data-height="${height}"`)
    .replace('<h1 id="title">', '<h1 id="title" data-var-text="run">');
  writeFileSync(join(directory, 'index.html'), scene);
  return directory;
}
