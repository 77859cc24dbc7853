import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findRedis } from '@framefarm/farm/private-redis';
import { describe, expect, it } from 'vitest';
import { scratchDirectory } from '../../support/projects/project.js';

/** A program that prints `line`, as a server asked for its version does. */
async function program(name: string, line: string): Promise<string> {
  const directory = join(scratchDirectory(), 'bin');
  await mkdir(directory);
  const path = join(directory, name);
  await writeFile(path, `#!/bin/sh\necho '${line}'\n`);
  await chmod(path, 0o755);
  return path;
}

describe('the Redis server of this machine', () => {
  it('is the one that FRAMEFARM_REDIS_PATH names', async () => {
    const path = await program('my-redis', 'Redis server v=8.2.1 sha=00000000:0 bits=64');
    expect(await findRedis({ FRAMEFARM_REDIS_PATH: path, PATH: '' })).toEqual({ path, version: '8.2.1' });
  });

  it('is else the first on PATH', async () => {
    const path = await program('redis-server', 'Redis server v=7.0.15 sha=00000000:0');
    expect(await findRedis({ PATH: join(path, '..') })).toEqual({ path, version: '7.0.15' });
  });

  it.each([
    ['is too old', 'Redis server v=5.0.14 sha=0', /5\.0\.14; at least 6\.2 is needed/],
    ['is another program', 'hello', /prints no version/],
  ])('is refused when it %s, naming program and rule', async (_, line, message) => {
    const path = await program('redis-server', line);
    await expect(findRedis({ FRAMEFARM_REDIS_PATH: path })).rejects.toMatchObject({
      code: 'REDIS_NOT_FOUND',
      message: expect.stringMatching(message),
      hint: expect.stringContaining('apt-get install redis-server'),
    });
  });

  it('is refused when the named one does not exist, whatever PATH holds', async () => {
    await expect(findRedis({ ...process.env, FRAMEFARM_REDIS_PATH: '/nowhere/redis-server' })).rejects.toMatchObject({
      code: 'REDIS_NOT_FOUND',
      message: expect.stringContaining('/nowhere/redis-server'),
    });
  });
});
