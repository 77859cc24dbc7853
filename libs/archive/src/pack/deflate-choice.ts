/** Which files are worth compressing in a zip that the farm will accept. */
import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createDeflateRaw } from 'node:zlib';
import { ARCHIVE_LIMITS } from '../limits.js';

/** Text and raw data; pictures, video and most sound are compressed already. */
const DEFLATED = new Set([
  ...[
    '.html',
    '.htm',
    '.css',
    '.js',
    '.mjs',
    '.cjs',
    '.map',
    '.json',
    '.svg',
    '.xml',
    '.txt',
    '.md',
    '.csv',
    '.vtt',
    '.srt',
  ],
  ...['.glsl', '.wasm', '.gltf', '.glb', '.obj', '.ttf', '.otf', '.wav', '.bmp', '.cube'],
]);
/** Bytes below which compressing changes nothing that counts. */
const SMALL = 512;
/** Half of what the farm takes for a bomb: a file that shrinks more is stored as it is. */
const MOST = ARCHIVE_LIMITS.ratio / 2;
/** zlib's default, and that of the zip library. */
const DEFLATE_LEVEL = 6;

/** Level for the zip entry of `path`: 0 stores it. Reads the file `source` of `size` bytes where its kind is worth it. */
export async function deflateLevel(path: string, source: string, size: number): Promise<number> {
  if (size < SMALL || !DEFLATED.has(extname(path).toLowerCase())) return 0;
  let packed = 0;
  await pipeline(createReadStream(source), createDeflateRaw({ level: DEFLATE_LEVEL }), async (chunks) => {
    for await (const chunk of chunks) packed += (chunk as Buffer).length;
  });
  return packed < size && size <= packed * MOST ? DEFLATE_LEVEL : 0;
}
