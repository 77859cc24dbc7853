/** How a zip is read: piece by piece, from a disk that may be busy. */
import { once } from 'node:events';
import { type FileHandle, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { ARCHIVE_LIMITS } from '../../../libs/archive/src/limits.js';
import { Budget } from '../../../libs/archive/src/unpack/budget.js';
import { ProjectWriter } from '../../../libs/archive/src/unpack/project-writer.js';
import { unpackZip } from '../../../libs/archive/src/unpack/unpack-zip.js';
import { zipOf } from '../../support/projects/archives.js';
import { scratchDirectory } from '../../support/projects/project.js';

/** A writer that reads only when all that comes by itself has come: the fault of what it would read. */
const slowWriter = {
  budget: new Budget(ARCHIVE_LIMITS, Number.POSITIVE_INFINITY),
  admit: (name: Uint8Array) => ({ path: Buffer.from(name).toString(), folder: false }),
  file: async (_path: string, content: Readable) => {
    await once(content, 'close').catch(() => undefined);
    for await (const _ of content);
    throw new Error('it was read to its end');
  },
} as unknown as ProjectWriter;

async function withFile(bytes: Buffer, work: (file: FileHandle) => Promise<void>): Promise<void> {
  const path = join(scratchDirectory(), 'some.zip');
  await writeFile(path, bytes);
  const file = await open(path);
  try {
    await work(file);
  } finally {
    await file.close();
  }
}

it('content that turns out to be bad before anybody reads it is refused, and waited for by nobody', async () => {
  const bytes = zipOf({ name: 'x', content: 'abc', method: 0 });
  // Stored bytes that are said to be deflated.
  for (const at of [8, bytes.indexOf('PK\x01\x02', 0, 'latin1') + 10]) bytes.writeUInt16LE(8, at);
  await withFile(bytes, async (file) => {
    await expect(unpackZip(file, bytes.length, slowWriter)).rejects.toThrow(/its content cannot be read/);
  });
});

const empty = (count: number): Buffer =>
  zipOf(...Array.from({ length: count }, (_, at) => ({ name: `e${at}`, content: '', method: 0 })));
const writer = (entries: number, root = scratchDirectory()): ProjectWriter =>
  new ProjectWriter(root, new Budget({ ...ARCHIVE_LIMITS, entries }, 0), AbortSignal.abort('nothing may be unpacked'));

it('a directory of too many entries is refused before one of them is unpacked', async () => {
  await withFile(empty(4), async (file) => {
    const { size } = await file.stat();
    await expect(unpackZip(file, size, writer(3))).rejects.toThrow('The project has more than 3 entries.');
    await expect(unpackZip(file, size, writer(4))).rejects.toBe('nothing may be unpacked');
  });
});

it('many small entries are read in few pieces', async () => {
  await withFile(empty(300), async (file) => {
    const read = vi.spyOn(file, 'read');
    const { size } = await file.stat();
    const writer = new ProjectWriter(scratchDirectory(), new Budget(ARCHIVE_LIMITS, 0), new AbortController().signal);
    await unpackZip(file, size, writer);
    expect(writer.listing().files).toHaveLength(300);
    expect(read.mock.calls.length).toBeLessThan(10);
  });
});
