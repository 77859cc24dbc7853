/** An upload is read to its end before anything in it is looked at: a zip is read from its end. */
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { tooLarge } from '../rejected.js';

/**
 * Writes `input` to the new file `path`, or checks the length of the file that it names. Answers the file of the upload.
 * Throws PAYLOAD_TOO_LARGE beyond `limit` bytes, counted while reading.
 */
export async function receive(
  input: Readable | string,
  path: string,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<string> {
  if (typeof input === 'string') {
    if ((await stat(input)).size > limit) throw tooLarge(limit);
    return input;
  }
  let bytes = 0;
  const counted = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > limit) throw tooLarge(limit);
      yield chunk;
    }
  };
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await pipeline(input, counted, file, signal === undefined ? {} : { signal });
  return path;
}
