/** Directories of a typed path: made as far as they are missing, and an end where the system makes none. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory } from '@framefarm/process';
import { expect, it } from 'vitest';
import { scratchDirectory } from '../../support/projects/project.js';

it('makes what is missing and tells the first one made', async () => {
  const directory = scratchDirectory();
  expect(await makeDirectory(join(directory, 'a/b/c'))).toBe(join(directory, 'a'));
  expect(existsSync(join(directory, 'a/b/c'))).toBe(true);
  expect(await makeDirectory(join(directory, 'a/b/d'))).toBe(join(directory, 'a/b/d'));
  expect(await makeDirectory(join(directory, 'a/b/d'))).toBeUndefined();
});

it('is one work for all who ask at once', async () => {
  const directory = join(scratchDirectory(), 'a/b/c');
  await Promise.all(Array.from({ length: 8 }, () => makeDirectory(directory)));
  expect(existsSync(directory)).toBe(true);
});

it('refuses a path through a file, and one that is a file', async () => {
  const file = join(scratchDirectory(), 'file');
  await writeFile(file, '');
  await expect(makeDirectory(join(file, 'a/b'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  await expect(makeDirectory(file)).rejects.toMatchObject({ code: 'EEXIST' });
});

it.runIf(process.platform === 'linux')('ends where the system makes no directories', async () => {
  await expect(makeDirectory('/proc/none/of/these')).rejects.toMatchObject({ code: 'ENOENT' });
});
