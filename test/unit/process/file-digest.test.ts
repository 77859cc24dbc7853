import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileDigest, freeMemory, hashFile } from '@framefarm/process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'framefarm-digest-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

describe('the digest of a file', () => {
  it.each([0, 10, 1024 * 1024, 2_500_000])('is that of all its %i bytes', async (size) => {
    const bytes = randomBytes(size);
    const path = join(dir, `of-${size}`);
    await writeFile(path, bytes);
    const expected = createHash('sha256').update(bytes).digest('hex');
    const hash = createHash('sha256');
    expect(await hashFile(path, hash)).toBe(size);
    expect([hash.digest('hex'), await fileDigest(path)]).toEqual([expected, expected]);
  });

  it('fails for a file that is not there', async () => {
    await expect(fileDigest(join(dir, 'none'))).rejects.toThrow('ENOENT');
  });
});

describe('memory that is freed', () => {
  it('is gone at once, and what is small stays: it may be a part of a pool', () => {
    const picture = Buffer.allocUnsafeSlow(1024 * 1024);
    const small = Buffer.from('a part of a pool');
    for (const done of [picture, small]) freeMemory(done);
    expect([picture.length, small.toString()]).toEqual([0, 'a part of a pool']);
  });
});
