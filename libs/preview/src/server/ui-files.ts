/** The built files of the preview's page, and the one document around them. */
import { readFile } from 'node:fs/promises';
import { PATHS, TOKEN_META } from '../protocol.js';

/** A file that the build put beside the compiled modules, also when this module runs from its source. */
export function builtFile(name: string): URL {
  return new URL(`../../dist/ui-bundle/${name}`, import.meta.url);
}

export interface UiFile {
  readonly type: string;
  readonly body: Buffer;
}

/** The files of the page by path; `token` is written into the document. */
export async function readUiFiles(token: string): Promise<ReadonlyMap<string, UiFile>> {
  const [html, script, style] = await Promise.all(
    ['index.html', 'ui.js', 'ui.css'].map((name) => readFile(builtFile(name))),
  );
  const page = String(html).replace('<!--token-->', `<meta name="${TOKEN_META}" content="${token}">`);
  return new Map([
    [PATHS.page, { type: 'text/html; charset=utf-8', body: Buffer.from(page) }],
    [PATHS.script, { type: 'text/javascript; charset=utf-8', body: script as Buffer }],
    [PATHS.style, { type: 'text/css; charset=utf-8', body: style as Buffer }],
  ]);
}
