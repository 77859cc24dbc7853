/** What the composition's origin serves besides a render's: the agent, the worker, and the worker's way outside. */
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { type ExternalResolver, RUNTIME_PATH } from '@framefarm/origin';
import type { SiteExtras } from '@framefarm/render';
import { OUTSIDE_HEADER, STAGE_PATHS } from '../protocol.js';
import { stagePolicy } from './policy.js';
import { builtFile } from './ui-files.js';

/** Extras for a stage whose page may only be shown by the preview on `pagePort`. */
export function stageSite(
  host: string,
  pagePort: number,
  externals: () => ExternalResolver,
): Omit<SiteExtras, 'listener'> {
  return {
    sameSiteOnly: true,
    frameScripts: [RUNTIME_PATH],
    documentHeaders: { 'content-security-policy': stagePolicy(host, pagePort) },
    scripts: [STAGE_PATHS.agent],
    files: {
      [STAGE_PATHS.agent]: fileURLToPath(builtFile('agent.js')),
      [STAGE_PATHS.worker]: fileURLToPath(builtFile('worker.js')),
      '/__framefarm/open.js': fileURLToPath(builtFile('open.js')),
    },
    route: async (request, response) => {
      const path = (request.url ?? '').replace(/[?#].*$/s, '');
      if (path === STAGE_PATHS.open) return openingPage(response, stagePolicy(host, pagePort));
      if (path !== STAGE_PATHS.outside) return false;
      await answerOutside(request, response, externals());
      return true;
    },
  };
}

/** The first document of the frame: it brings the worker up, then leaves for the composition. */
function openingPage(response: ServerResponse, policy: string): true {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': policy,
  });
  response.end(
    '<!doctype html><meta charset="utf-8"><title>Opening</title><script src="/__framefarm/open.js"></script>',
  );
  return true;
}

/** One request of the page to another host, as its worker hands it on. */
async function answerOutside(
  request: IncomingMessage,
  response: ServerResponse,
  externals: ExternalResolver,
): Promise<void> {
  const header = (name: string): string => String(request.headers[`x-framefarm-${name}`] ?? '');
  response.setHeader(OUTSIDE_HEADER, '1');
  response.setHeader('cache-control', 'no-store');
  const url = decodeOnce(header('url'));
  if (url === null) {
    response.writeHead(403).end();
    return;
  }
  const { accept } = request.headers;
  const answer = await externals.resolve({
    url,
    method: header('method') || 'GET',
    destination: header('destination'),
    headers: accept === undefined ? {} : { accept },
  });
  switch (answer.kind) {
    case 'file':
      response.writeHead(200, answer.headers).end(await readFile(answer.file));
      return;
    case 'text':
      response.writeHead(200, answer.headers).end(answer.body);
      return;
    case 'redirect':
      response.writeHead(200, { 'x-framefarm-location': answer.headers.location ?? '' }).end();
      return;
    default:
      response.writeHead(502).end();
  }
}

function decodeOnce(text: string): string | null {
  try {
    const url = decodeURIComponent(text);
    return /^https?:\/\//i.test(url) ? url : null;
  } catch {
    return null; // A malformed escape names no URL.
  }
}
