import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { directoryStore, s3Store, type TestStore } from '../../support/farm/stores.js';
import type { S3Server } from '../../support/s3/server.js';

const MIB = 1024 * 1024;

/** Runs `test/support/farm/store-writer.mjs` on the store. */
function startWriter(at: TestStore, ...task: readonly string[]) {
  const script = resolve('test/support/farm/store-writer.mjs');
  return spawn(process.execPath, [script, at.location, at.folder, ...task], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...at.env },
  });
}

describe.each([
  ['directory', directoryStore],
  ['S3', s3Store],
])('a store in %s', (_kind, open: () => Promise<TestStore>) => {
  let at: TestStore;
  beforeEach(async () => {
    at = await open();
  });
  afterEach(() => at.close());

  test('a writer killed half-way leaves the object that was there, or none', async () => {
    await at.store.put('old', 'as it was');
    for (const key of ['old', 'deep/new']) {
      const writer = startWriter(at, 'hang', key);
      await once(writer.stdout, 'data');
      writer.kill('SIGKILL');
      await once(writer, 'close');
    }
    const old = await at.store.read('old');
    expect(old && (await text(old.body))).toBe('as it was');
    expect(await at.store.head('deep/new')).toBeNull();
    const keys: string[] = [];
    for await (const { key } of at.store.list('')) keys.push(key);
    expect(keys).toEqual(['old']);
    expect(await at.store.put('deep/new', 'once more', { ifAbsent: true })).toMatchObject({ size: 9 });
  });

  test('an object of 128 MiB goes in, out and into a file in less memory than it has bytes', async () => {
    const writer = startWriter(at, 'large', 'large', '128');
    const told = JSON.parse(await text(writer.stdout)) as { stored: { sha256: string }; read: string; grown: number };
    expect(told.stored).toMatchObject({ size: 128 * MIB });
    expect(told.read).toBe(told.stored.sha256);
    // Whoever holds the object whole, once, is beyond this.
    expect(told.grown).toBeLessThan(120 * MIB);
  });
});

describe('what killed writers leave', () => {
  test('in a directory it is a file that no record names: sweeping removes it once it is old, and nothing else', async () => {
    const at = await directoryStore();
    try {
      await at.store.put('deep/kept', 'kept');
      const writer = startWriter(at, 'hang', 'deep/lost');
      await once(writer.stdout, 'data');
      writer.kill('SIGKILL');
      await once(writer, 'close');
      const folder = join(at.location, 'deep');
      await writeFile(join(folder, 'notes.txt'), 'not of the store');
      expect(await at.store.sweep(3600)).toBe(0);
      const dayAgo = Date.now() / 1000 - 86_400;
      for (const name of await readdir(folder)) await utimes(join(folder, name), dayAgo, dayAgo);
      expect(await at.store.sweep(3600)).toBe(1);
      expect((await readdir(folder)).filter((name) => name.includes('lost'))).toEqual([]);
      const kept = await at.store.read('deep/kept');
      expect(kept && (await text(kept.body))).toBe('kept');
      expect(await readdir(folder)).toContain('notes.txt');
    } finally {
      await at.close();
    }
  });

  test('in S3 it is an upload in parts: sweeping ends it once it is old', async () => {
    const at = await s3Store();
    try {
      const partArrived = stopAtSecondPart(at.server);
      const writer = startWriter(at, 'large', 'lost', '20');
      await partArrived;
      writer.kill('SIGKILL');
      await once(writer, 'close');
      expect(await at.store.head('lost')).toBeNull();
      expect(at.server.bucket.uploads.size).toBe(1);
      expect(await at.store.sweep(3600)).toBe(0);
      expect(await at.store.sweep(-60)).toBe(1);
      expect(at.server.bucket.uploads.size).toBe(0);
    } finally {
      await at.close();
    }
  });
});

function stopAtSecondPart(server: S3Server): Promise<void> {
  return new Promise((arrived) => {
    server.before = async ({ query }) => {
      if (query.get('partNumber') !== '2') return;
      arrived();
      await new Promise(() => {});
    };
  });
}
