import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createScratch, type Scratch } from '@framefarm/process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userName } from '../../../libs/media/src/frames/cache-user.js';
import { draftEntry, evict, openEntry, publishEntry } from '../../../libs/media/src/frames/frame-cache.js';

let scratch: Scratch;
beforeEach(async () => {
  scratch = await createScratch(tmpdir(), 'framefarm-cache-test-');
});
afterEach(() => scratch.remove());

/** As of a process of another machine that has the number of this one. */
const ELSEWHERE = `000000000000.${process.pid}-x`;

const key = (name: string) => name.repeat(64);

/** An entry of 1000 bytes that was last used `ageMinutes` ago. */
async function add(name: string, ageMinutes: number): Promise<void> {
  const draft = await draftEntry(scratch.path);
  await writeFile(join(draft, '000001.jpg'), 'picture');
  await publishEntry(scratch.path, key(name), draft, { count: 1, bytes: 1000 });
  const used = new Date(Date.now() - ageMinutes * 60_000);
  await utimes(join(scratch.path, key(name), 'facts.json'), used, used);
}

async function names(): Promise<string[]> {
  return (await readdir(scratch.path)).map((name) => name.slice(0, 1)).sort();
}

describe('the frame cache', () => {
  it('evicts what was used longest ago until the limit holds', async () => {
    for (const [name, age] of [
      ['a', 10],
      ['b', 30],
      ['c', 20],
      ['d', 40],
    ] as const) {
      await add(name, age);
    }
    await evict(scratch.path, 4000);
    expect(await names()).toEqual(['a', 'b', 'c', 'd']);
    await evict(scratch.path, 2500);
    expect(await names()).toEqual(['a', 'c']);
  });

  it.each(['', '{"count":', 'null', '{}'])('makes an entry anew whose facts were lost (%j)', async (facts) => {
    await add('a', 10);
    await writeFile(join(scratch.path, key('a'), 'facts.json'), facts);
    expect(await openEntry(scratch.path, key('a'))).toBeNull();
    await add('a', 0);
    expect(await openEntry(scratch.path, key('a'))).toMatchObject({ count: 1, bytes: 1000 });
  });

  it('counts opening as use, and keeps what is open', async () => {
    for (const name of ['a', 'b', 'c']) await add(name, 100);
    const open = await openEntry(scratch.path, key('a'));
    expect(open).toMatchObject({ count: 1, dir: join(scratch.path, key('a')) });
    await evict(scratch.path, 1000);
    expect(await names()).toEqual(['a']);
    await evict(scratch.path, 0);
    expect(await names()).toEqual(['a']);
    await open?.release();
    await evict(scratch.path, 0);
    expect(await names()).toEqual([]);
    expect(await openEntry(scratch.path, key('a'))).toBeNull();
  });

  it('keeps for an hour what a process elsewhere may read, then lets go of its leases', async () => {
    await add('a', 10);
    await add('b', 90);
    for (const name of ['a', 'b']) await writeFile(join(scratch.path, key(name), 'leases', ELSEWHERE), '');
    await evict(scratch.path, 0);
    expect(await names()).toEqual(['a']);
  });

  it('removes drafts of processes that have ended, and touches nothing foreign', async () => {
    // No process of this machine has such a number.
    const ended = userName().replace(/\.\d+-/, '.4194305-');
    await mkdir(join(scratch.path, `.draft-${ended}`));
    await mkdir(join(scratch.path, `.evicted-${ended}`));
    const draft = await draftEntry(scratch.path);
    await writeFile(join(scratch.path, 'notes.txt'), 'mine');
    await evict(scratch.path, 0);
    expect((await readdir(scratch.path)).sort()).toEqual([draft.slice(scratch.path.length + 1), 'notes.txt'].sort());
  });

  it('leaves a draft that a process elsewhere fills, until nothing has come for an hour', async () => {
    const draft = join(scratch.path, `.draft-${ELSEWHERE}`);
    await mkdir(draft);
    await evict(scratch.path, 0);
    expect(await readdir(scratch.path)).toHaveLength(1);
    const silent = new Date(Date.now() - 90 * 60_000);
    await utimes(draft, silent, silent);
    await evict(scratch.path, 0);
    expect(await readdir(scratch.path)).toEqual([]);
  });

  it('lets the first of two equal entries stay', async () => {
    await add('a', 0);
    const draft = await draftEntry(scratch.path);
    await publishEntry(scratch.path, key('a'), draft, { count: 2, bytes: 5 });
    expect(await openEntry(scratch.path, key('a'))).toMatchObject({ count: 1 });
    expect(await names()).toEqual(['a']);
  });
});
