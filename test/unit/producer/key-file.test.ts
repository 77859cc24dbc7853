/** The key file while it is edited, and while Redis is away (http-api 4.1). */
import { execFileSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FramefarmError } from '@framefarm/contract';
import { openLog } from '@framefarm/telemetry';
import { expect, it } from 'vitest';
import { openKeys } from '../../../apps/producer/src/keys/key-file.js';
import { knownCaller } from '../../../apps/producer/src/keys/known-caller.js';
import { keyOf, keysFile, writeKeys } from '../../support/farm/api-keys.js';
import { repository } from '../../support/machine/repository.js';
import { scratchDirectory } from '../../support/projects/project.js';

const log = openLog('silent', { program: 'test' });

it('limits that could not be stored are stored with the next request', async () => {
  const path = await keysFile([{ name: 'ana' }]);
  let isAway = false;
  const stored: string[][] = [];
  const keys = await openKeys(path, log, async (all) => {
    if (isAway) throw new FramefarmError('QUEUE_UNAVAILABLE', 'Redis did not answer');
    stored.push(all.map(({ owner }) => owner));
  });
  isAway = true;
  await writeKeys(path, [{ name: 'ana' }, { name: 'benjamin', limits: { permits: 1 } }]);
  expect(await keys.find(keyOf('benjamin'))).toMatchObject({ owner: 'benjamin' });
  isAway = false;
  await keys.find(keyOf('ana'));
  await keys.find(keyOf('ana'));
  expect(stored).toEqual([['ana'], ['ana', 'benjamin']]);
});

it('a file with a fault leaves the last good keys in force', async () => {
  const path = await keysFile([{ name: 'ana' }]);
  const keys = await openKeys(path, log, async () => {});
  await writeFile(path, '{');
  expect(await keys.find(keyOf('ana'))).toMatchObject({ owner: 'ana' });
});

it('a file that cannot be read stops the start by the name of its variable, and one that goes away leaves the last keys', async () => {
  const path = await keysFile([{ name: 'ana' }]);
  const refused = openKeys(`${path}-elsewhere`, log, async () => {});
  await expect(refused).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    message: `FRAMEFARM_API_KEYS_FILE "${path}-elsewhere" cannot be read (ENOENT)`,
  });
  const keys = await openKeys(path, log, async () => {});
  await rm(path);
  expect(await keys.find(keyOf('ana'))).toMatchObject({ owner: 'ana' });
});

it('a pipe, which may never have a writer, stops the start', async () => {
  const path = join(scratchDirectory(), 'keys');
  execFileSync('mkfifo', [path]);
  await expect(openKeys(path, log, async () => {})).rejects.toThrow(`"${path}" is no regular file`);
});

it('the way to make a key in the documents gives one that is taken', async () => {
  const page = await readFile(join(repository, 'docs/deploy.md'), 'utf8');
  const [, recipe = ''] = /### API keys\n.*?```sh\n(.*?)```/s.exec(page) ?? [];
  const cwd = scratchDirectory();
  const key = execFileSync('sh', ['-euc', recipe], { cwd, encoding: 'utf8' }).trim();
  const keys = await openKeys(join(cwd, 'keys.json'), log, async () => {});
  expect(await knownCaller(keys, `Bearer ${key}`)).toMatchObject({ owner: 'ci' });
});
