/** A png-sequence as one stored zip, with fixed order and times, so that its bytes are stable (http-api 3.5). */
import { createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';

/** The zip format knows no earlier time. */
const FIXED_TIME = new Date(1980, 0, 1);

/** Writes the files of `directory` to the new file `zipFile` and tells their names. */
export async function zipSequence(directory: string, zipFile: string): Promise<readonly string[]> {
  const names = (await readdir(directory)).sort();
  const zip = new yazl.ZipFile();
  for (const name of names) {
    zip.addFile(join(directory, name), name, { compress: false, mtime: FIXED_TIME, mode: 0o100644 });
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(zipFile, { flags: 'wx' }));
  return names;
}
