/** A directory of files as one tar and back: pictures of videos and frames of a sequence travel so. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract, pack } from 'tar-stream';

/** The files of `directory`, which holds no other directory, in name order with fixed times: the same files, the same bytes. */
export function packDirectory(directory: string): Readable {
  const tar = pack();
  const write = async (): Promise<void> => {
    for (const name of (await readdir(directory)).sort()) {
      const file = join(directory, name);
      const { size } = await stat(file);
      const entry = tar.entry({ name, size, mtime: new Date(0), mode: 0o644 });
      await pipeline(createReadStream(file), entry);
    }
    tar.finalize();
  };
  write().catch((error) => tar.destroy(error));
  return tar as unknown as Readable;
}

/** Unpacks what `packDirectory` made into the directory `target`, which must not exist. */
export async function unpackDirectory(tar: Readable, target: string): Promise<void> {
  await mkdir(target, { mode: 0o700 });
  const reader = extract();
  const reading = pipeline(tar, reader);
  // Its failure ends the loop below, which throws it.
  reading.catch(() => {});
  for await (const entry of reader) {
    const { name, type } = entry.header;
    if (type !== 'file' || basename(name) !== name)
      throw new Error(`"${name}" does not belong into a packed directory`);
    await pipeline(entry, createWriteStream(join(target, name), { flags: 'wx' }));
  }
  await reading;
}
