import { writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openStore } from '@framefarm/storage';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { s3Store, type TestStore } from '../../support/farm/stores.js';
import { eventually } from '../../support/machine/eventually.js';
import type { S3Server } from '../../support/s3/server.js';

describe('a store in S3', () => {
  let at: TestStore & { readonly server: S3Server };
  beforeEach(async () => {
    at = await s3Store();
  });
  afterEach(() => at.close());

  const refusedWith = async (env: Record<string, string>, location = at.location) => {
    const store = await openStore(location, { env });
    try {
      return await store.check().then(
        () => null,
        (error) => error,
      );
    } finally {
      await store.close();
    }
  };

  test('signs the bytes it sends, below its prefix', async () => {
    await at.store.put('a/key', 'bytes');
    expect([...at.server.bucket.objects.keys()]).toEqual(['farm/one/a/key']);
    at.server.before = ({ headers }) => {
      expect(headers['x-amz-content-sha256']).toMatch(/^[0-9a-f]{64}$/);
    };
    await at.store.put('a/key', 'other bytes');
    expect(await at.store.head('a/key')).toMatchObject({ size: 11 });
  });

  test('names the setting when the secret, the key, the region, the bucket or the endpoint is wrong', async () => {
    expect(await refusedWith(at.env)).toBeNull();
    const wrongKeys = {
      code: 'STORE_UNAVAILABLE',
      details: { reason: 'refused' },
      hint: expect.stringContaining('S3_SECRET_ACCESS_KEY'),
    };
    expect(await refusedWith(at.server.env({ secretAccessKey: 'wrong' }))).toMatchObject({
      ...wrongKeys,
      message: expect.stringContaining('SignatureDoesNotMatch'),
    });
    expect(await refusedWith(at.server.env({ accessKeyId: 'wrong' }))).toMatchObject({
      ...wrongKeys,
      message: expect.stringContaining('InvalidAccessKeyId'),
    });
    expect(await refusedWith(at.server.env({ region: 'elsewhere-1' }))).toMatchObject({
      details: { reason: 'misplaced' },
      hint: expect.stringContaining('S3_REGION'),
    });
    expect(await refusedWith(at.env, 's3://no-such-bucket')).toMatchObject({
      details: { reason: 'misplaced' },
      message: expect.stringContaining('s3://no-such-bucket/'),
      hint: expect.stringContaining('FRAMEFARM_STORE'),
    });
    expect(await refusedWith({ ...at.env, S3_ENDPOINT: 'http://127.0.0.1:1' })).toMatchObject({
      details: { reason: 'unreachable' },
      hint: expect.stringContaining('S3_ENDPOINT'),
    });
  });

  test('never shows a secret', async () => {
    const failure = await refusedWith(at.server.env({ secretAccessKey: 'very-secret' }));
    expect(`${failure.message} ${failure.hint} ${JSON.stringify(failure)}`).not.toContain('very-secret');
  });

  test('a wrong secret also stops reading, and is not taken for "no such object"', async () => {
    await at.store.put('key', 'bytes');
    const other = await openStore(at.location, { env: at.server.env({ secretAccessKey: 'wrong' }) });
    for (const work of [() => other.head('key'), () => other.read('key'), () => other.put('key', 'x')]) {
      await expect(work()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE', details: { reason: 'refused' } });
    }
    await other.close();
  });

  test.each([
    [{ S3_ENDPOINT: 'not a url' }, 'S3_ENDPOINT'],
    [{ S3_PUBLIC_ENDPOINT: 'ftp://host' }, 'S3_PUBLIC_ENDPOINT'],
    [{ S3_ACCESS_KEY_ID: 'id' }, 'S3_SECRET_ACCESS_KEY'],
    [{ AWS_SECRET_ACCESS_KEY: 'secret' }, 'S3_ACCESS_KEY_ID'],
    [{ S3_FORCE_PATH_STYLE: 'maybe' }, 'S3_FORCE_PATH_STYLE'],
  ])('refuses the settings %j', async (env, name) => {
    await expect(openStore('s3://bucket', { env })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringContaining(name),
    });
  });

  test.each(['s3://', 's3://A', 's3://bucket/a//b', 's3://bucket/../x', 's3://b/ä'])('refuses %s', async (location) => {
    await expect(openStore(location, {})).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringContaining('FRAMEFARM_STORE'),
    });
  });

  test('an object that somebody else put there is none, and gives way', async () => {
    at.server.bucket.put('farm/one/key', Buffer.from('foreign'), { contentType: 'text/plain', metadata: {} }, false);
    expect(await at.store.head('key')).toBeNull();
    expect(await at.store.read('key')).toBeNull();
    expect(await at.store.put('key', 'ours', { ifAbsent: true })).toMatchObject({ size: 4 });
    const found = await at.store.read('key');
    expect(found && (await text(found.body))).toBe('ours');
  });

  test('a big file goes in parts, and is kept or replaced like a small one', async () => {
    const file = join(at.folder, 'big');
    await writeFile(file, Buffer.alloc(20 * 1024 * 1024, 'x'));
    const stored = await at.store.putFile('big', file);
    expect(at.server.requests.filter((request) => request.includes('partNumber='))).toHaveLength(3);
    expect(await at.store.head('big')).toMatchObject({ sha256: stored.sha256, size: 20 * 1024 * 1024 });
    await at.store.put('kept', 'small');
    at.server.before = ({ method, query }) => {
      // Somebody is faster than the last request.
      if (method === 'POST' && query.has('uploadId')) {
        const about = { contentType: 'text/plain', metadata: { sha256: 'f'.repeat(64) } };
        at.server.bucket.put('farm/one/raced', Buffer.from('first'), about, false);
      }
    };
    expect(await at.store.putFile('raced', file, { ifAbsent: true })).toMatchObject({ size: 5 });
    expect(at.server.bucket.uploads.size).toBe(0);
  });

  test('readers that take their time leave connections to others', async () => {
    await at.store.put('key', 'bytes');
    let goOn = (): void => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    at.server.before = ({ method }) => (method === 'GET' ? held : undefined);
    const slow = Promise.allSettled(
      Array.from({ length: 60 }, async () => (await at.store.read('key'))?.body.destroy()),
    );
    await eventually(() => expect(at.server.requests.filter((line) => line.startsWith('GET'))).toHaveLength(60));
    expect(await at.store.head('key')).toMatchObject({ size: 5 });
    goOn();
    await slow;
  });

  test('a 404 in words of somebody else is no missing object', async () => {
    await at.store.put('key', 'bytes');
    // What stands before the server answers, such as a proxy that has lost it.
    at.server.before = (_request, _socket, response) => void response.writeHead(404).end('default backend - 404');
    const misplaced = { code: 'STORE_UNAVAILABLE', details: { reason: 'misplaced' } };
    await expect(at.store.head('key')).rejects.toMatchObject(misplaced);
    await expect(at.store.read('key')).rejects.toMatchObject(misplaced);
    await expect(at.store.remove('key')).rejects.toMatchObject(misplaced);
  });

  test('a server that takes connections and says nothing fails the check soon', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const asked = new Promise<void>((resolve) => {
        at.server.before = async () => {
          resolve();
          await new Promise(() => {});
        };
      });
      const told = at.store.check().catch((error) => error);
      await asked;
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await told).toMatchObject({
        code: 'STORE_UNAVAILABLE',
        message: expect.stringContaining('no answer within 10 s'),
        details: { reason: 'unreachable' },
      });
    } finally {
      vi.useRealTimers();
    }
  });

  test('nor are lists and uploads waited for longer than it can be silent, whatever their length', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const idle: number[] = [];
    const { setTimeout: idleAfter } = Socket.prototype;
    // Silence is watched by timers of Node itself: what is asked of them is noted, and comes soon.
    const watched = vi.spyOn(Socket.prototype, 'setTimeout').mockImplementation(function (this: Socket, ms, listener) {
      if (ms > 1_000) idle.push(ms);
      return idleAfter.call(this, ms > 1_000 && ms <= 30_000 ? 1 : ms, listener);
    });
    try {
      at.server.before = () => new Promise(() => {});
      const mute = { code: 'STORE_UNAVAILABLE', details: { reason: 'unreachable' } };
      const settled = async (work: Promise<unknown>): Promise<unknown> => {
        let told: unknown;
        const end = work.then(
          () => 'done',
          (error: unknown) => error,
        );
        void end.then((value) => {
          told = value;
        });
        for (const until = performance.now() + 5_000; told === undefined && performance.now() < until; ) {
          await vi.advanceTimersByTimeAsync(3_000);
          await new Promise(setImmediate);
        }
        return told;
      };
      expect(await settled(at.store.list('')[Symbol.asyncIterator]().next())).toMatchObject(mute);
      expect(await settled(at.store.sweep(0))).toMatchObject(mute);
      idle.length = 0;
      expect(await settled(at.store.put('key', 'bytes'))).toMatchObject(mute);
      expect(Math.max(...idle)).toBeLessThanOrEqual(30_000);
    } finally {
      watched.mockRestore();
      vi.useRealTimers();
    }
  });

  test('errors of the server and broken connections are tried again, a bounded number of times', async () => {
    let failures = 2;
    at.server.before = (_request, socket) => {
      if (failures > 0) {
        failures -= 1;
        socket.destroy();
      }
    };
    await at.store.put('key', 'bytes');
    expect(await at.store.head('key')).toMatchObject({ size: 5 });
    failures = Number.POSITIVE_INFINITY;
    at.server.requests.length = 0;
    await expect(at.store.head('key')).rejects.toMatchObject({ details: { reason: 'unreachable' } });
    expect(at.server.requests.length).toBeLessThanOrEqual(4);
  });

  test('a server that ignores If-None-Match is refused by the check', async () => {
    at.server.conditions = false;
    await expect(at.store.check()).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('If-None-Match'),
    });
    expect(at.server.bucket.objects.size).toBe(0);
  });
});
