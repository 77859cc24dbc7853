import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { watchProject } from '../../../libs/preview/src/session/watch-project.js';
import { scratchDirectory } from '../../support/projects/project.js';

/** Follows a directory; `next` resolves with the next change. */
async function follow(
  directory: string,
): Promise<{ readonly next: () => Promise<void>; readonly count: () => number }> {
  let count = 0;
  let heard: () => void = () => {};
  const watch = await watchProject(
    directory,
    join(directory, 'renders'),
    () => {
      count += 1;
      heard();
    },
    (error) => {
      throw error;
    },
  );
  onTestFinished(() => watch.close());
  return { count: () => count, next: () => new Promise((resolve) => (heard = resolve)) };
}

it('hears of changed and new files, also in directories that were not there before', async () => {
  const directory = scratchDirectory();
  writeFileSync(join(directory, 'index.html'), '1');
  const { next } = await follow(directory);
  let change = next();
  writeFileSync(join(directory, 'index.html'), '2');
  await change;
  change = next();
  mkdirSync(join(directory, 'a', 'b'), { recursive: true });
  writeFileSync(join(directory, 'a', 'b', 'card.html'), '1');
  await change;
  change = next();
  writeFileSync(join(directory, 'a', 'b', 'card.html'), '2');
  await change;
});

it('leaves out outputs, installed packages and hidden files', async () => {
  const directory = scratchDirectory();
  for (const name of ['renders', 'node_modules', '.git']) mkdirSync(join(directory, name));
  const { next, count } = await follow(directory);
  for (const name of ['renders', 'node_modules', '.git']) writeFileSync(join(directory, name, 'file'), '1');
  const change = next();
  writeFileSync(join(directory, 'seen.css'), '1');
  await change;
  // Changes come in the order of their files, and close ones are one: nothing of the others is still on its way.
  expect(count()).toBe(1);
});
