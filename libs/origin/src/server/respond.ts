import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import send from 'send';
import { contentTypeOf } from './content-type.js';

/** Bytes up to which a file is answered from one buffer: a stream costs more than the read. */
const BUFFER_LIMIT_BYTES = 4 * 1024 * 1024;

/**
 * Headers of every answer. Foreign pages in the user's own browser may not read the project: CORS is open for the
 * page itself and for its opaque documents (sandboxed frames, blob workers), not for another site.
 */
export function setCommonHeaders(request: IncomingMessage, response: ServerResponse, ownOrigin: string): void {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Timing-Allow-Origin', '*');
  const origin = request.headers.origin;
  if (origin === undefined || origin === 'null' || origin === ownOrigin) {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Expose-Headers', '*');
  }
}

export function respondText(response: ServerResponse, status: number, text: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.end(`${text}\n`);
}

export function respondBytes(request: IncomingMessage, response: ServerResponse, body: Buffer, type: string): void {
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/**
 * Answers with a file whose path was checked; ranges and large files are streamed. `size` in bytes. Browsers ask for it anew each time,
 * unless the response says otherwise.
 */
export async function respondFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: string,
  size: number,
  type = contentTypeOf(file),
): Promise<void> {
  if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-cache');
  if (request.headers.range === undefined && size <= BUFFER_LIMIT_BYTES) {
    response.setHeader('Accept-Ranges', 'bytes');
    respondBytes(request, response, await readFile(file), type);
    return;
  }
  response.setHeader('Content-Type', type);
  await new Promise<void>((resolve) => {
    const stream = send(request, encodeURI(file).replaceAll('?', '%3F').replaceAll('#', '%23'), {
      cacheControl: false,
      dotfiles: 'allow',
      etag: false,
      lastModified: false,
      index: false,
    });
    stream.on('error', (error: NodeJS.ErrnoException & { status?: number }) => {
      const status = error.status ?? 500;
      if (response.headersSent) response.destroy();
      else {
        response.setHeader('Content-Type', 'text/plain; charset=utf-8');
        response.statusCode = status;
        if (status === 416) response.setHeader('Content-Range', `bytes */${size}`);
        response.end();
      }
      resolve();
    });
    response.on('close', resolve);
    stream.pipe(response);
  });
}

/**
 * Fast path for directories that framefarm filled itself (extracted frames): one synchronous read, no link followed.
 * A frame takes well below a millisecond this way, where a thread-pool round trip for each of open, stat, read and
 * close costs more than the read. Returns null when there is no such regular file or it is too large for one buffer.
 */
export function readOwnFile(file: string, limitBytes = BUFFER_LIMIT_BYTES): Buffer | null {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch {
    return null;
  }
  try {
    const facts = fstatSync(descriptor);
    if (!facts.isFile() || facts.size > limitBytes) return null;
    const body = Buffer.allocUnsafe(facts.size);
    let filled = 0;
    while (filled < body.length) {
      const count = readSync(descriptor, body, filled, body.length - filled, null);
      if (count === 0) break;
      filled += count;
    }
    return filled === body.length ? body : null;
  } finally {
    closeSync(descriptor);
  }
}
