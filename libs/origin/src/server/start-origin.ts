import { realpath } from 'node:fs/promises';
import { FramefarmError } from '@framefarm/contract';
import { answerRequests } from './answer-request.js';
import { contentTypeOf } from './content-type.js';
import { knownHost } from './known-host.js';
import { openOriginListener, type RequestHandler } from './listener.js';
import type { Origin, OriginOptions } from './origin.js';
import { exchangeOf, refuse, type Served } from './served.js';

/**
 * Starts the project origin on a port of 127.0.0.1: everything a page may load without network, with Range
 * support, correct types, no listings and no escapes (composition-format 1, security 4).
 * @throws {FramefarmError} COMPOSITION_NOT_FOUND when the project directory cannot be read.
 */
export async function startOrigin(options: OriginOptions): Promise<Origin> {
  const root = await realpath(options.projectDir).catch((cause: unknown) => {
    throw new FramefarmError('COMPOSITION_NOT_FOUND', `"${options.projectDir}" is not a readable directory.`, {
      cause,
    });
  });
  const listener = options.listener ?? (await openOriginListener());
  const { port, host } = listener;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const documents: Served['documents'] = new Map();
  const files = new Map<string, string>(Object.entries(options.files ?? {}));
  const directories: Served['directories'] = [];
  const missing: Served['missing'] = new Map();
  const asked: Served['asked'] = new Map();
  const outside = new Set<string>();
  const isKnownHost = knownHost(host, port);
  const served: Served = { options, root, url, isKnownHost, documents, files, directories, missing, asked, outside };

  const answer = answerRequests(served);
  const handler: RequestHandler = (request, response) => {
    const exchange = exchangeOf(request, response);
    answer(exchange).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else refuse(served, exchange, 500, `cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
    });
  };
  listener.serve(handler);

  const origin: Origin = {
    url,
    port,
    get missing() {
      return [...missing.values()];
    },
    get outsideTargets() {
      return [...outside].sort();
    },
    asked,
    forgetMissing: () => missing.clear(),
    setDocument: (path, body, contentType = contentTypeOf(path.endsWith('/') ? 'index.html' : path)) => {
      documents.set(path, { body: Buffer.from(body, 'utf8'), type: contentType });
    },
    addFile: (path, file) => void files.set(path, file),
    addDirectory: (given, directory) => {
      const prefix = given.endsWith('/') ? given : `${given}/`;
      const known = directories.findIndex((entry) => entry.prefix === prefix);
      if (known === -1) directories.push({ prefix, directory });
      else directories[known] = { prefix, directory };
    },
    serve: () => listener.serve(handler),
    close: async () => {
      listener.leave(handler);
      if (options.listener === undefined) await listener.close();
    },
  };
  if (options.entry !== undefined) {
    origin.setDocument(options.entry.path, options.entry.html, 'text/html; charset=utf-8');
  }
  return origin;
}
