/** A zip whose content turns out to be bad before anybody reads it, as happens on a busy disk. */
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ProjectWriter } from '../../../libs/archive/src/unpack/project-writer.js';
import { unpackZip } from '../../../libs/archive/src/unpack/unpack-zip.js';
import { zipOf } from '../../support/archives.js';
import { scratchDirectory } from '../../support/project.js';

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

/** A writer that reads only when all that comes by itself has come. */
const slowWriter = {
  admit: (name: Uint8Array) => ({ path: Buffer.from(name).toString(), folder: false }),
  file: async (_path: string, content: AsyncIterable<Uint8Array>) => {
    for (let turns = 0; turns < 30; turns += 1) await turn();
    for await (const _ of content);
    throw new Error('it was read to its end');
  },
} as unknown as ProjectWriter;

it('is refused, and waited for by nobody', async () => {
  const bytes = zipOf({ name: 'x', content: 'abc', method: 0 });
  // Stored bytes that are said to be deflated.
  for (const at of [8, bytes.indexOf('PK\x01\x02', 0, 'latin1') + 10]) bytes.writeUInt16LE(8, at);
  const path = join(scratchDirectory(), 'bad.zip');
  await writeFile(path, bytes);
  const file = await open(path);
  try {
    await expect(unpackZip(file, bytes.length, slowWriter)).rejects.toThrow(/its content cannot be read/);
  } finally {
    await file.close();
  }
});
