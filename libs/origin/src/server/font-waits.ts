/** Scripts at which the parser of a page stands until its fonts are there (docs/decisions/fonts-by-css-and-by-fontconfig.md). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { FONT_WAIT_PATH } from '@framefarm/contract';

/** The script that a page's parser stands at: it takes itself out of the document. */
const SCRIPT = 'document.currentScript.remove()';

/**
 * Answers {@link FONT_WAIT_PATH}: `?held=<key>` is a script that comes when the page has asked for `?free=<key>`, in whichever order the
 * two arrive. False for other paths.
 */
export function createFontWaits(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const held = new Map<string, () => void>();
  const free = new Set<string>();
  return (request, response) => {
    const [path, query] = (request.url ?? '').split('?');
    if (path !== FONT_WAIT_PATH) return false;
    const searchParams = new URLSearchParams(query);
    const key = searchParams.get('held');
    response.setHeader('Cache-Control', 'no-store');
    if (key === null) {
      const freed = searchParams.get('free') ?? '';
      const send = held.get(freed);
      if (send === undefined) free.add(freed);
      else send();
      response.statusCode = 204;
      response.end();
      return true;
    }
    const send = (): void => {
      held.delete(key);
      response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
      response.end(SCRIPT);
    };
    if (free.delete(key)) send();
    else {
      held.set(key, send);
      response.once('close', () => held.delete(key));
    }
    return true;
  };
}
