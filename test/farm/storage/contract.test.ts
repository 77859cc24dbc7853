import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { directoryStore, s3Store, type TestStore } from '../../support/farm/stores.js';

const sha256 = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex');

describe.each([
  ['directory', directoryStore],
  ['S3', s3Store],
])('a store in %s', (_kind, open: () => Promise<TestStore>) => {
  let at: TestStore;
  beforeEach(async () => {
    at = await open();
  });
  afterEach(() => at.close());

  const readText = async (key: string) => {
    const found = await at.store.read(key);
    return found === null ? null : text(found.body);
  };
  const keys = async (prefix = '') => {
    const found: string[] = [];
    for await (const { key } of at.store.list(prefix)) found.push(key);
    return found;
  };

  test('keeps bytes, text, a file and a stream, and tells their size, SHA-256, type and time', async () => {
    const bytes = randomBytes(100_000);
    const file = join(at.folder, 'source.bin');
    await writeFile(file, bytes);
    const stored = [
      await at.store.put('a/bytes', bytes, { contentType: 'video/mp4' }),
      await at.store.putFile('a/file', file, { contentType: 'video/mp4' }),
      await at.store.putStream('a/stream', Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]), {
        contentType: 'video/mp4',
      }),
    ];
    for (const object of stored) {
      expect(object).toMatchObject({ size: 100_000, sha256: sha256(bytes), contentType: 'video/mp4' });
      const head = await at.store.head(object.key);
      expect(head).toMatchObject({ key: object.key, size: 100_000, sha256: sha256(bytes), contentType: 'video/mp4' });
      expect(Math.abs((head?.storedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
      const found = await at.store.read(object.key);
      expect(found?.object.sha256).toBe(sha256(bytes));
      expect(found && (await buffer(found.body)).equals(bytes)).toBe(true);
    }
    await at.store.put('a/text', 'grüße');
    expect(await readText('a/text')).toBe('grüße');
    await at.store.put('a/nothing', '');
    expect(await at.store.head('a/nothing')).toMatchObject({ size: 0, sha256: sha256('') });
    expect(await readText('a/nothing')).toBe('');
  });

  test('a stored file is a copy: what happens to its source does not reach it', async () => {
    const file = join(at.folder, 'source.txt');
    await writeFile(file, 'before');
    await at.store.putFile('copy', file);
    await writeFile(file, 'behind');
    expect(await readText('copy')).toBe('before');
  });

  test('finds nothing where nothing is', async () => {
    expect(await at.store.head('no/such')).toBeNull();
    expect(await at.store.read('no/such')).toBeNull();
    expect(await at.store.read('no/such', { start: 0, end: 1 })).toBeNull();
    expect(await at.store.fetchFile('no/such', join(at.folder, 'fetched'))).toBe(false);
    expect(await at.store.downloadUrl('no/such', { expiresSeconds: 60 })).toBeNull();
    await at.store.remove('no/such');
    expect(await at.store.removeAll('no/')).toBe(0);
    expect(await keys('no/')).toEqual([]);
    await expect(at.store.putFile('no/file', join(at.folder, 'missing'))).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringContaining('missing'),
    });
  });

  test.each([
    ['first byte', 0, 0, 'a'],
    ['middle', 2, 4, 'cde'],
    ['to an end behind the last byte', 8, 500, 'ij'],
  ])('reads the range %s', async (_what, start, end, expected) => {
    await at.store.put('letters', 'abcdefghij');
    const found = await at.store.read('letters', { start, end });
    expect(found?.object).toMatchObject({ size: 10, sha256: sha256('abcdefghij') });
    expect(found && (await text(found.body))).toBe(expected);
  });

  test('refuses a range behind the last byte and one that is none', async () => {
    await at.store.put('letters', 'abc');
    await expect(at.store.read('letters', { start: 3, end: 9 })).rejects.toMatchObject({
      code: 'RANGE_NOT_SATISFIABLE',
    });
    for (const range of [
      { start: -1, end: 1 },
      { start: 2, end: 1 },
      { start: 0.5, end: 1 },
    ]) {
      await expect(at.store.read('letters', range)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    }
  });

  test('replaces an object, or keeps it when asked', async () => {
    await at.store.put('key', 'first');
    await at.store.put('key', 'second');
    expect(await readText('key')).toBe('second');
    const file = join(at.folder, 'third');
    await writeFile(file, 'third');
    const kept = { size: 6, sha256: sha256('second') };
    expect(await at.store.put('key', 'third', { ifAbsent: true })).toMatchObject(kept);
    expect(await at.store.putFile('key', file, { ifAbsent: true })).toMatchObject(kept);
    expect(await at.store.putStream('key', Readable.from(['third']), { ifAbsent: true })).toMatchObject(kept);
    expect(await readText('key')).toBe('second');
    await at.store.remove('key');
    expect(await at.store.put('key', 'fourth', { ifAbsent: true })).toMatchObject({ sha256: sha256('fourth') });
  });

  test('of 20 writers at once that keep what is there, all are told of the one that was first', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => at.store.put('same/key', `writer ${index}`, { ifAbsent: true })),
    );
    const winner = await readText('same/key');
    expect(winner).toMatch(/^writer \d+$/);
    expect(new Set(answers.map((answer) => answer.sha256))).toEqual(new Set([sha256(winner ?? '')]));
    expect(await keys()).toEqual(['same/key']);
  });

  test('whoever reads while objects are replaced gets one of them whole', async () => {
    const versions = Array.from({ length: 12 }, (_, index) => Buffer.alloc(300_000 + index, `${index}`));
    await at.store.put('hot/key', versions[0] as Buffer);
    let replacing = true;
    const reading = async () => {
      let read = 0;
      while (replacing) {
        const found = await at.store.read('hot/key');
        if (found === null) throw new Error('the object was gone for a moment');
        const bytes = await buffer(found.body);
        expect({ size: bytes.length, sha256: sha256(bytes) }).toEqual({
          size: found.object.size,
          sha256: found.object.sha256,
        });
        read += 1;
      }
      return read;
    };
    const readers = [reading(), reading(), reading()];
    for (const version of versions) await at.store.put('hot/key', version);
    replacing = false;
    for (const read of await Promise.all(readers)) expect(read).toBeGreaterThan(0);
  });

  test('bytes other than those announced are not stored', async () => {
    const file = join(at.folder, 'source');
    await writeFile(file, 'bytes');
    const options = { sha256: sha256('other bytes') };
    for (const put of [
      () => at.store.put('key', 'bytes', options),
      () => at.store.putFile('key', file, options),
      () => at.store.putStream('key', Readable.from(['bytes']), options),
    ]) {
      await expect(put()).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    }
    expect(await at.store.head('key')).toBeNull();
    expect(await at.store.put('key', 'bytes', { sha256: sha256('bytes') })).toMatchObject({ size: 5 });
  });

  test('a stream that fails is the failure, and leaves neither object nor file', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(100_000);
        throw new Error('the sender went away');
      })(),
    );
    await expect(at.store.putStream('key', broken)).rejects.toThrow('the sender went away');
    expect(await at.store.head('key')).toBeNull();
    expect(await at.store.sweep(-60)).toBe(0);
    expect((await readdir(at.folder)).filter((name) => name !== 'store')).toEqual([]);
  });

  test('what is stored ends with the reason of its signal, and leaves no object', async () => {
    const reason = new Error('nobody wants it any more');
    const endless = new Readable({ read() {} });
    endless.push('the beginning');
    const stop = new AbortController();
    const stored = at.store.putStream('a/stream', endless, { signal: stop.signal });
    stop.abort(reason);
    await expect(stored).rejects.toBe(reason);
    await expect(at.store.put('a/bytes', 'all of it', { signal: stop.signal })).rejects.toBe(reason);
    expect(await keys()).toEqual([]);
  });

  test('lists by prefix in the order of the bytes of the keys', async () => {
    const stored = ['a', 'a/b', 'a-b', 'a.b/c', 'a/B', 'a/b/c', 'a/b=c', 'ab/c', 'a/_', 'z'];
    for (const key of stored) await at.store.put(key, key);
    const sorted = [...stored].sort();
    expect(await keys()).toEqual(sorted);
    expect(await keys('a/')).toEqual(sorted.filter((key) => key.startsWith('a/')));
    expect(await keys('a/b/')).toEqual(['a/b/c']);
    for await (const object of at.store.list('a/b/')) {
      expect(object).toMatchObject({ key: 'a/b/c', size: 5, storedAt: expect.any(Date) });
    }
  });

  test('removes one, and all of a folder but not of a name that begins alike', async () => {
    for (const key of ['r/1/a', 'r/1/b/c', 'r/1/d', 'r/1/e', 'r/10/a', 'r/1']) await at.store.put(key, key);
    await at.store.remove('r/1/a');
    expect(await at.store.head('r/1/a')).toBeNull();
    expect(await at.store.removeAll('r/1/')).toBe(3);
    expect(await keys()).toEqual(['r/1', 'r/10/a']);
  });

  test('an object can be read to its end while it is removed', async () => {
    const bytes = randomBytes(2_000_000);
    await at.store.put('key', bytes);
    const found = await at.store.read('key');
    await at.store.remove('key');
    expect(found && (await buffer(found.body)).equals(bytes)).toBe(true);
  });

  test.each([
    '',
    '/',
    '/a',
    'a/',
    'a//b',
    '.',
    '..',
    'a/../b',
    'a/./b',
    'ä',
    'a b',
    'a\\b',
    'a\0b',
    'a@b',
    '@a',
    'a%2fb',
    'a~',
    'a\n',
    'C:',
    'é/x',
    '文',
    'a'.repeat(201),
    `${'a/'.repeat(256)}a`,
  ])('refuses the key %j', async (key) => {
    const refused = { code: 'VALIDATION_FAILED' };
    await expect(at.store.put(key, 'x')).rejects.toMatchObject(refused);
    await expect(at.store.putFile(key, 'x')).rejects.toMatchObject(refused);
    await expect(at.store.putStream(key, Readable.from(['x']))).rejects.toMatchObject(refused);
    await expect(at.store.head(key)).rejects.toMatchObject(refused);
    await expect(at.store.read(key)).rejects.toMatchObject(refused);
    await expect(at.store.fetchFile(key, join(at.folder, 'x'))).rejects.toMatchObject(refused);
    await expect(at.store.remove(key)).rejects.toMatchObject(refused);
  });

  test('refuses a prefix that is no folder, and to remove everything', async () => {
    for (const prefix of ['a', '/', '../', 'a//', 'a b/']) {
      await expect(keys(prefix)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
      await expect(at.store.removeAll(prefix)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    }
    await expect(at.store.removeAll('')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  test('takes the longest key', async () => {
    const key = `${'a'.repeat(200)}/${'b'.repeat(200)}/${'c'.repeat(110)}`;
    expect(key).toHaveLength(512);
    await at.store.put(key, 'long');
    expect(await readText(key)).toBe('long');
    expect(await keys()).toEqual([key]);
  });

  test('fetches into a file, also over one that is there', async () => {
    const bytes = randomBytes(500_000);
    await at.store.put('key', bytes);
    const file = join(at.folder, 'deep', 'fetched.bin');
    expect(await at.store.fetchFile('key', file)).toBe(true);
    await at.store.put('key', 'shorter');
    expect(await at.store.fetchFile('key', file)).toBe(true);
    expect(await readFile(file, 'utf8')).toBe('shorter');
    expect(await readdir(join(at.folder, 'deep'))).toEqual(['fetched.bin']);
  });

  test('a damaged object is not fetched: the error says so and the file there stays', async () => {
    const file = join(at.folder, 'fetched');
    await writeFile(file, 'as it was');
    await at.store.put('broken/key', 'some bytes');
    await at.damage('broken/key');
    await expect(at.store.fetchFile('broken/key', file)).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('broken/key'),
      details: { reason: 'damaged' },
    });
    expect(await readFile(file, 'utf8')).toBe('as it was');
    expect((await readdir(at.folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
    expect((await stat(file)).isFile()).toBe(true);
  });

  test('its check passes, many at once, and leaves nothing', async () => {
    await Promise.all(Array.from({ length: 5 }, () => at.store.check()));
    expect(await keys()).toEqual([]);
    expect(await at.store.sweep(-60)).toBe(0);
  });
});
