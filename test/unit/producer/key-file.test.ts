/** The key file while it is edited, and while Redis is away (http-api 4.1). */
import { writeFile } from 'node:fs/promises';
import { FramefarmError } from '@framefarm/contract';
import { openLog } from '@framefarm/telemetry';
import { expect, it } from 'vitest';
import { openKeys } from '../../../apps/producer/src/keys/key-file.js';
import { keyOf, keysFile, writeKeys } from '../../support/api-keys.js';

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
  expect(await keys.inForce('ana')).toBe(true);
});
