import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { openStore } from '@framefarm/storage';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { directoryStore, type TestStore } from '../../support/farm/stores.js';
import { mountSmall } from '../../support/machine/tmpfs.js';

describe('a store in a directory', () => {
  let at: TestStore;
  beforeEach(async () => {
    at = await directoryStore();
  });
  afterEach(() => at.close());

  const bytesOf = async (folder: string, name: string) => {
    const found = (await readdir(join(at.location, folder))).filter((entry) => /^[0-9a-f]{24}@/.test(entry));
    return found.filter((entry) => entry.endsWith(`@${name}`)).map((entry) => join(at.location, folder, entry));
  };

  test('is made for its user alone, and opens by path and by URL', async () => {
    expect((await stat(at.location)).mode & 0o777).toBe(0o700);
    await at.store.put('key', 'kept');
    const again = await openStore(pathToFileURL(at.location).href);
    const found = await again.read('key');
    expect(found && (await text(found.body))).toBe('kept');
  });

  test('an object is an ordinary file that players know by its ending; replacing leaves one, removing none', async () => {
    await at.store.put('outputs/one/video.mp4', 'first');
    await at.store.put('outputs/one/video.mp4', 'second');
    const files = await bytesOf('outputs/one', 'video.mp4');
    expect(files).toHaveLength(1);
    expect(await readFile(files[0] as string, 'utf8')).toBe('second');
    await at.store.remove('outputs/one/video.mp4');
    expect(await readdir(at.location)).toEqual([]);
  });

  test.each([
    ['its record cannot be read', async () => writeFile(join(at.location, 'a', '@key'), '{"id":')],
    ['its record is empty', async () => truncate(join(at.location, 'a', '@key'))],
    ['its bytes are gone', async () => rm((await bytesOf('a', 'key'))[0] as string)],
    ['its bytes are cut', async () => truncate((await bytesOf('a', 'key'))[0] as string, 2)],
  ])('an object is none when %s, and is stored anew by whoever keeps what is there', async (_what, harm) => {
    await at.store.put('a/key', 'bytes');
    await harm();
    expect(await at.store.head('a/key')).toBeNull();
    expect(await at.store.read('a/key')).toBeNull();
    for await (const object of at.store.list('')) throw new Error(`listed ${object.key}`);
    expect(await at.store.put('a/key', 'anew', { ifAbsent: true })).toMatchObject({ size: 4 });
    const found = await at.store.read('a/key');
    expect(found && (await text(found.body))).toBe('anew');
  });

  test('follows no link out of its root', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'framefarm-outside-'));
    try {
      await writeFile(join(outside, 'secret'), 'secret');
      await mkdir(join(at.location, 'files'));
      await symlink(outside, join(at.location, 'linked'));
      await symlink(join(outside, 'secret'), join(at.location, 'files', '@secret'));
      await at.store.put('files/key', 'secret');
      const [bytes = ''] = await bytesOf('files', 'key');
      await rm(bytes);
      await symlink(join(outside, 'secret'), bytes);

      const refused = { code: 'STORE_UNAVAILABLE', message: expect.stringContaining('is a link') };
      await expect(at.store.put('linked/new', 'x')).rejects.toMatchObject(refused);
      await expect(at.store.put('linked/deep/new', 'x')).rejects.toMatchObject(refused);
      await expect(at.store.read('linked/secret')).rejects.toMatchObject(refused);
      await expect(at.store.read('files/secret')).rejects.toMatchObject(refused);
      await expect(at.store.removeAll('linked/')).rejects.toMatchObject(refused);
      expect(await at.store.read('files/key')).toBeNull();
      expect(await readdir(outside)).toEqual(['secret']);
    } finally {
      await rm(outside, { recursive: true, force: true });
    }
  });

  test('a file in its place, and a directory that went away, are named', async () => {
    const file = join(at.folder, 'file');
    await writeFile(file, '');
    const refused = { code: 'STORE_UNAVAILABLE', details: { reason: 'misplaced' } };
    await expect(openStore(file)).rejects.toMatchObject(refused);
    await expect(openStore(join(file, 'below'))).rejects.toMatchObject(refused);
    // Nothing can be made there, and Node.js' own way of making directories would try for ever.
    await expect(openStore('/proc/nowhere/below')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await rm(at.location, { recursive: true });
    await expect(at.store.check()).rejects.toMatchObject({ ...refused, message: expect.stringContaining(at.location) });
  });

  test.each(['', ' ', 'ftp://host/path', 'http://host', 'file://host/path'])(
    'refuses the location %j',
    async (location) => {
      await expect(openStore(location)).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
        message: expect.stringContaining('FRAMEFARM_STORE'),
      });
    },
  );
});

describe('a store on a full disk', () => {
  test('says DISK_FULL, keeps what is there, and leaves no part', async ({ skip }) => {
    const disk = mountSmall(1024 * 1024) ?? skip('a file system can only be mounted by root');
    const store = await openStore(join(disk, 'store'));
    await store.put('key', 'kept');
    const large = Buffer.alloc(2 * 1024 * 1024);
    const full = { code: 'DISK_FULL', message: expect.stringContaining(disk) };
    await expect(store.put('key', large)).rejects.toMatchObject(full);
    await expect(store.putStream('key', Readable.from([large]))).rejects.toMatchObject(full);
    await expect(store.putFile('key', process.execPath)).rejects.toMatchObject(full);
    const found = await store.read('key');
    expect(found && (await text(found.body))).toBe('kept');
    expect(await readdir(join(disk, 'store'))).toHaveLength(2);
    await store.check();
  });
});
