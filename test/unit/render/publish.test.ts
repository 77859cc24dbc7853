/** Where a finished output goes (cli 1). */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { openStaging } from '../../../libs/render/src/output/publish.js';
import { scratchDirectory } from '../../support/projects/project.js';

/** A directory of frames for which three fresh ones are built. */
async function staged() {
  const parent = scratchDirectory();
  const target = join(parent, 'frames');
  await mkdir(target);
  const staging = await openStaging(target, 'directory');
  for (const number of [1, 2, 3]) await writeFile(join(staging.path, `frame_00000${number}.png`), 'new');
  return { parent, target, staging };
}

it('frames replace those of an earlier render, longer ones too, and leave files of others alone', async () => {
  const { parent, target, staging } = await staged();
  for (const name of ['frame_000001.png', 'frame_000004.png', 'audio.aac', 'notes.txt'])
    await writeFile(join(target, name), 'old');
  await staging.publish();
  expect((await readdir(target)).sort()).toEqual([
    'frame_000001.png',
    'frame_000002.png',
    'frame_000003.png',
    'notes.txt',
  ]);
  expect(await readFile(join(target, 'frame_000001.png'), 'utf8')).toBe('new');
  expect(await readdir(parent)).toEqual(['frames']);
});

it('frames for a directory that is there are built in it: it may be a file system of its own', async () => {
  const { target, staging } = await staged();
  expect(relative(target, staging.path)).toMatch(/^\.framefarm-/);
  await staging.publish();
  expect(await readdir(target)).toHaveLength(3);
});

it('frames that a directory is in the way of leave all as it was', async () => {
  const { parent, target, staging } = await staged();
  await writeFile(join(target, 'frame_000001.png'), 'old');
  await mkdir(join(target, 'frame_000002.png'));
  await expect(staging.publish()).rejects.toMatchObject({
    code: 'OUTPUT_NOT_WRITABLE',
    message: expect.stringContaining(join(target, 'frame_000002.png')),
  });
  await staging.discard();
  expect((await readdir(target)).sort()).toEqual(['frame_000001.png', 'frame_000002.png']);
  expect(await readFile(join(target, 'frame_000001.png'), 'utf8')).toBe('old');
  expect(await readdir(parent)).toEqual(['frames']);
});

it.each([
  ['before anything was rendered', null],
  ['when all was', 'publish'],
] as const)('a place that cannot be had %s is told with its stage', async (_when, stage) => {
  const parent = join(scratchDirectory(), 'file');
  await writeFile(parent, 'in the way');
  await expect(openStaging(join(parent, 'out.mp4'), 'file', stage)).rejects.toMatchObject({
    code: 'OUTPUT_NOT_WRITABLE',
    stage: stage ?? undefined,
  });
});

it.each([
  ['without an ending in a directory that has one', `films.${'x'.repeat(240)}`, 'out'],
  ['with an ending as long as a name may be', 'films', `a.${'x'.repeat(252)}`],
  ['of the shortest name', 'films', 'a.mp4'],
])('a file %s is built and put in its place', async (_what, directory, name) => {
  const target = join(scratchDirectory(), directory, name);
  const staging = await openStaging(target, 'file');
  await writeFile(staging.path, 'film');
  await staging.publish();
  expect(await readFile(target, 'utf8')).toBe('film');
});
