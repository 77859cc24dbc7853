/** The track of somebody's file, read in this process: what a small file may claim of itself. */
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readShownTrack, type ShownTrack } from '../../../libs/media/src/mp4/shown-track.js';
import { scratchDirectory } from '../../support/projects/project.js';
import { chunk, fileOf } from './hand-made.js';

async function read(file: Buffer): Promise<ShownTrack> {
  const path = join(scratchDirectory(), 'claims.mp4');
  await writeFile(path, file);
  await using handle = await open(path);
  return await readShownTrack(handle);
}

/** Writes words of 4 bytes into the box of a type, behind its name. */
function put(file: Buffer, type: string, words: Readonly<Record<number, number>>): void {
  const data = file.lastIndexOf(type, undefined, 'latin1') + 4;
  for (const [at, word] of Object.entries(words)) file.writeUInt32BE(word, data + 4 * Number(at));
}

function upright(): Buffer {
  const file = fileOf(chunk(1, 5, { leadTicks: 0 }));
  put(file, 'tkhd', { 10: 0x10000, 14: 0x10000, 18: 0x40000000 });
  return file;
}

it('is read as it stands', async () => {
  expect((await read(upright())).samples).toHaveLength(5);
});

it('is not spread out when it claims more samples of one size than any film has', async () => {
  const file = upright();
  put(file, 'stsz', { 1: 1, 2: 20_000_000 });
  put(file, 'stsc', { 3: 20_000_000 });
  await expect(read(file)).rejects.toThrow(
    expect.objectContaining({ name: 'RangeError', message: expect.stringContaining('20000000 samples') }),
  );
});
