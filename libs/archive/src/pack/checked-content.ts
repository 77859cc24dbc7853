/** The content of a listed file, which is still what was listed (reference: cli 7). */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { ProjectFile } from '../listing/composition-id.js';
import { rejectedEntry } from '../rejected.js';

/** Reads `source`; throws ARCHIVE_REJECTED when its bytes are not those of `file`. */
export async function* checkedContent(file: ProjectFile, source: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of createReadStream(source)) {
      hash.update(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size > file.size) throw changed(file);
      yield chunk as Buffer;
    }
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? changed(file) : error;
  }
  if (size !== file.size || hash.digest('hex') !== file.sha256) throw changed(file);
}

export function changed(file: ProjectFile): Error {
  return rejectedEntry(
    file.path,
    'it changed while the project was packed',
    'Run again when nothing writes into the project.',
  );
}
