/** Pipes that nobody writes into, where a project or its output has files: reading one would never end. */
import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ignoreRulesOf } from '../../../libs/archive/src/listing/ignore-rules.js';
import { readManifest } from '../../../libs/batch/src/manifest/read-manifest.js';
import { findProjectConfig } from '../../../oclif/src/target/config-file.js';
import { findProject } from '../../../oclif/src/target/project-directory.js';
import { scratchDirectory } from '../../support/projects/project.js';

const directory = scratchDirectory();
const NAMES = ['index.html', 'framefarm.config.json', '.framefarmignore', 'manifest.json'];
const pipes = NAMES.map((name) => join(directory, name));
execFileSync('mkfifo', pipes);
// Whoever reads one after all is let go, and the test fails instead of waiting for ever.
afterAll(() => {
  for (const pipe of pipes) closeSync(openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK));
});

it('the entry file is told as what it is', async () => {
  await expect(findProject('.', directory, 'index.html')).rejects.toMatchObject({
    code: 'COMPOSITION_NOT_FOUND',
    message: '--composition "index.html" is no regular file',
  });
});

it('the configuration of a project is refused', async () => {
  await expect(findProjectConfig(directory, directory)).rejects.toMatchObject({
    message: 'framefarm.config.json cannot be read (it is no regular file)',
  });
});

it('the rules of what a farm is not sent are none', async () => {
  expect(await ignoreRulesOf(directory, '', null)).toBeNull();
});

it('the manifest of a batch is that of somebody else', async () => {
  expect(await readManifest(join(directory, 'manifest.json'))).toEqual({
    kind: 'foreign',
    reason: 'is no regular file',
  });
});
