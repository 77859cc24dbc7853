/** One request to an origin: who may ask, and which of the things that it serves answers (composition-format 1, security 4). */
import { join } from 'node:path';
import { FRAMEFARM_PATH, PICTURE_PACK_PARAMETER } from '@framefarm/contract';
import { answerFromProject } from './answer-from-project.js';
import { contentTypeOf } from './content-type.js';
import { findFile } from './file-root.js';
import { createFontWaits } from './font-waits.js';
import { readPack } from './picture-pack.js';
import { parseRequestPath } from './request-path.js';
import { readOwnFile, respondBytes, respondFile, respondText, setCommonHeaders } from './respond.js';
import { type Exchange, refuse, type Served, tellLoads } from './served.js';

/** Answers requests one by one; rejects where a file cannot be read to its end. */
export function answerRequests(served: Served): (exchange: Exchange) => Promise<void> {
  const { options, documents, files, directories } = served;
  const answerFontWait = createFontWaits();
  return async (exchange) => {
    const { request, response, target, path } = exchange;
    if (answerByRule(served, exchange)) return;
    if (path.startsWith(FRAMEFARM_PATH) && (await options.route?.(request, response)) === true) return;
    if (answerFontWait(request, response)) return;
    const document = documents.get(path);
    if (document !== undefined) {
      response.setHeader('Cache-Control', 'no-store');
      for (const [name, value] of Object.entries(options.documentHeaders ?? {})) response.setHeader(name, value);
      tellLoads(served, exchange, document.type);
      return respondBytes(request, response, document.body, document.type);
    }
    const asked = parseRequestPath(target);
    if (!asked.ok) return refuse(served, exchange, asked.status, asked.reason);
    const single = files.get(path);
    if (single !== undefined) {
      const found = await findFile('/', single.split('/').filter(Boolean), true);
      if (found.found) return respondFile(request, response, found.file, found.size, contentTypeOf(path));
      return refuse(served, exchange, 404, 'missing');
    }
    const decodedPath = `/${asked.segments.join('/')}`;
    const own = directories.find(({ prefix }) => decodedPath.startsWith(prefix));
    if (own !== undefined) return answerFromOwn(served, exchange, own.directory, decodedPath.slice(own.prefix.length));
    await answerFromProject(served, exchange, asked);
  };
}

/** Refuses those who may not ask, and answers what asks for nothing; false for a request that something has to answer. */
function answerByRule({ options, url, isKnownHost }: Served, { request, response }: Exchange): boolean {
  // A name that resolves to this machine (DNS rebinding) must not open the project to a foreign page.
  if (!isKnownHost(request.headers.host)) {
    respondText(response, 403, 'Refused: unknown host');
    return true;
  }
  if (options.sameSiteOnly === true && request.headers['sec-fetch-site'] === 'cross-site') {
    respondText(response, 403, 'Refused: request of another site');
    return true;
  }
  setCommonHeaders(request, response, url);
  if (request.method === 'OPTIONS') {
    response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, OPTIONS');
    response.setHeader('Access-Control-Allow-Headers', '*, range');
    response.statusCode = 204;
    response.end();
    return true;
  }
  if (request.method === 'GET' || request.method === 'HEAD') return false;
  response.setHeader('Allow', 'GET, HEAD, OPTIONS');
  respondText(response, 405, 'Only GET and HEAD are answered');
  return true;
}

/** A file of a directory that framefarm owns, or several pictures in one answer. */
async function answerFromOwn(served: Served, exchange: Exchange, directory: string, name: string): Promise<void> {
  const { request, response, target, path } = exchange;
  const inner = name.split('/');
  const file = join(directory, ...inner);
  const pictures = Number(new URLSearchParams(target.slice(path.length)).get(PICTURE_PACK_PARAMETER) ?? 0);
  const body =
    request.headers.range === undefined ? (pictures > 0 ? readPack(file, pictures) : readOwnFile(file)) : null;
  if (body !== null) {
    // Each picture is shown once: keep it out of the browser's disk cache.
    response.setHeader('Cache-Control', 'no-store');
    return respondBytes(request, response, body, contentTypeOf(name));
  }
  const found = await findFile(directory, inner, false);
  if (found.found && pictures === 0) return respondFile(request, response, found.file, found.size);
  refuse(served, exchange, 404, 'missing');
}
