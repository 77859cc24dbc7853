/** Requests that a file of the project answers, or one that stands in for it (composition-format 1, 11.2). */
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { composeFrame } from '../document/compose-document.js';
import { contentTypeOf } from './content-type.js';
import { type FileLookup, findFile } from './file-root.js';
import type { RequestPath } from './request-path.js';
import { respondBytes, respondFile } from './respond.js';
import { type Exchange, refuse, type Served, tellLoads } from './served.js';

/** Browsers ask for it unasked. */
const ICON_PATH = '/favicon.ico';
/** As long as HTTP knows: pages forget answers before they are given to another render. */
const KEPT = 'max-age=31536000';

type FoundFile = Extract<FileLookup, { found: true }>;
type ReadPath = Extract<RequestPath, { ok: true }>;

export async function answerFromProject(served: Served, exchange: Exchange, asked: ReadPath): Promise<void> {
  const segments = asked.trailingSlash ? [...asked.segments, 'index.html'] : asked.segments;
  const name = segments.join('/');
  const found = await findFile(served.root, segments, served.options.outsideLinks);
  if (found.found) {
    note(served, exchange, name, found.file);
    if (found.outside) served.outside.add(found.file);
    return respondFound(served, exchange, found, contentTypeOf(segments.at(-1) ?? ''));
  }
  note(served, exchange, name, null);
  if (found.reason === 'outside') return refuse(served, exchange, 403, 'link out of the project');
  if (found.reason === 'unreadable') return refuse(served, exchange, 403, 'the file cannot be read');
  const fallback = (await served.options.fallback?.(`/${asked.segments.join('/')}`)) ?? null;
  if (fallback !== null) {
    const mapped = await findFile('/', fallback.file.split('/').filter(Boolean), true);
    if (mapped.found) {
      note(served, exchange, name, mapped.file);
      return respondFile(exchange.request, exchange.response, mapped.file, mapped.size, fallback.contentType);
    }
  }
  if (exchange.path === ICON_PATH) {
    // Its absence is no fault of the composition.
    exchange.response.statusCode = 204;
    exchange.response.end();
    return;
  }
  refuse(served, exchange, 404, 'missing');
}

async function respondFound(
  served: Served,
  exchange: Exchange,
  { file, size }: FoundFile,
  type: string,
): Promise<void> {
  const { request, response } = exchange;
  tellLoads(served, exchange, type);
  const { frameScripts } = served.options;
  const inFrame = request.headers['sec-fetch-dest'] === 'iframe' && type.startsWith('text/html');
  if (!inFrame || frameScripts === undefined) {
    if (keepsParts(served, request, type)) response.setHeader('Cache-Control', KEPT);
    return respondFile(request, response, file, size, type);
  }
  const framed = composeFrame(await readFile(file, 'utf8'), frameScripts);
  response.setHeader('Cache-Control', 'no-cache');
  respondBytes(request, response, Buffer.from(framed, 'utf8'), type);
}

/**
 * Whether a page asks for an SVG file to take parts from it: by `use` or as a filter in the one mode, as a clip, paint or marker in the
 * other. A browser that may not keep it asks for it again for each of them, where a picture is kept whatever is said, and shows the part
 * some frames late. The pages of one that lives long see what is saved meanwhile.
 */
function keepsParts({ options }: Served, { headers }: IncomingMessage, type: string): boolean {
  if (options.sameSiteOnly === true || headers['sec-fetch-dest'] !== 'image') return false;
  const mode = headers['sec-fetch-mode'];
  return mode === 'same-origin' || (mode === 'cors' && type.startsWith('image/svg'));
}

/** Keeps which file answered a path, and whether only media elements have asked for it. */
function note({ asked }: Served, { request, path }: Exchange, name: string, file: string | null): void {
  const played = /^(?:audio|video)$/.test(String(request.headers['sec-fetch-dest']));
  if (path !== ICON_PATH) asked.set(name, { file, played: played && asked.get(name)?.played !== false });
}
