/** The Redis that a farm on one machine brings for itself: a real server, ended, killed and started again (issue 4). */
import { spawn } from 'node:child_process';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { findRedis, type PrivateRedis, startRedis } from '@framefarm/farm/private-redis';
import { Redis } from 'ioredis';
import { afterEach, describe, expect, it } from 'vitest';
import { processes, until } from '../support/machine/processes.js';
import { repository, scratchDirectory } from '../support/projects/project.js';
import { useBundledFfmpeg } from '../support/renders/bundled-ffmpeg.js';

useBundledFfmpeg();

const running: PrivateRedis[] = [];
afterEach(async () => {
  for (const redis of running.splice(0)) await redis.end();
});

async function start(directory: string): Promise<PrivateRedis> {
  const redis = await startRedis(await findRedis(), directory);
  running.push(redis);
  return redis;
}

async function ask<T>(url: string, question: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(url);
  try {
    return await question(client);
  } finally {
    client.disconnect();
  }
}

const runs = (pid: number): boolean => processes().some((one) => one.pid === pid);

describe('a private Redis', () => {
  it('keeps what was written over its end and the next start', async () => {
    const directory = join(scratchDirectory(), 'data');
    const first = await start(directory);
    await ask(first.url, (client) => client.set('kept', 'yes'));
    await first.end();
    expect(runs(first.pid)).toBe(false);
    const second = await start(directory);
    expect(await ask(second.url, (client) => client.get('kept'))).toBe('yes');
  });

  it('evicts nothing, writes every change to disk, and is reached by nobody but its user', async () => {
    const directory = join(scratchDirectory(), 'data');
    const { url } = await start(directory);
    const settings = await ask(url, (client) => client.config('GET', 'appendonly', 'maxmemory-policy', 'port'));
    expect(Object.fromEntries(pairs(settings))).toEqual({
      appendonly: 'yes',
      'maxmemory-policy': 'noeviction',
      port: '0',
    });
    expect((await stat(directory)).mode & 0o077).toBe(0);
  });

  it('refuses the data directory of a farm that runs, and leaves that one alone', async () => {
    const directory = join(scratchDirectory(), 'data');
    const first = await start(directory);
    await expect(start(directory)).rejects.toMatchObject({
      code: 'DATA_DIRECTORY_IN_USE',
      message: expect.stringContaining(directory),
    });
    expect(await ask(first.url, (client) => client.ping())).toBe('PONG');
  });

  it('works in a directory whose path is too long for a socket', async () => {
    const directory = join(scratchDirectory(), 'a'.repeat(120), 'data');
    await mkdir(directory, { recursive: true });
    const { url } = await start(directory);
    expect(await ask(url, (client) => client.ping())).toBe('PONG');
  });

  it('that ends by itself is told with what it wrote', async () => {
    const redis = await start(join(scratchDirectory(), 'data'));
    process.kill(redis.pid, 'SIGKILL');
    expect(await redis.lost).toMatchObject({ code: 'REDIS_FAILED', message: expect.stringContaining('SIGKILL') });
  });

  it('that cannot read its files says so', async () => {
    const directory = join(scratchDirectory(), 'data');
    await mkdir(join(directory, 'appendonlydir'), { recursive: true });
    await writeFile(join(directory, 'appendonlydir', 'appendonly.aof.manifest'), 'nonsense\n');
    await expect(start(directory)).rejects.toMatchObject({
      code: 'REDIS_FAILED',
      message: expect.stringContaining('manifest'),
    });
  });

  it('goes with its parent, also when that is killed', async () => {
    const scratch = scratchDirectory();
    const owner = join(scratch, 'owner.mjs');
    const lib = pathToFileURL(join(repository, 'libs/farm/dist/private-redis/index.js')).href;
    await writeFile(
      owner,
      `import { findRedis, startRedis } from ${JSON.stringify(lib)};
       const redis = await startRedis(await findRedis(), ${JSON.stringify(join(scratch, 'data'))});
       console.log(redis.pid);`,
    );
    const parent = spawn(process.execPath, [owner], { stdio: ['ignore', 'pipe', 'inherit'] });
    const pid = Number(await new Promise<string>((tell) => createInterface(parent.stdout).once('line', tell)));
    expect(runs(pid)).toBe(true);
    parent.kill('SIGKILL');
    await until(
      () => !runs(pid),
      () => `process ${pid} runs`,
    );
    await start(join(scratch, 'data'));
  });
});

/** Neighbours as pairs, as the server answers. */
function pairs(list: unknown): [string, string][] {
  const words = list as string[];
  return words.flatMap((word, index) => (index % 2 === 0 ? [[word, words[index + 1] ?? ''] as [string, string]] : []));
}
