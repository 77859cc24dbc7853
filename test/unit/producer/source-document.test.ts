/** Documents of a source that is a URL, from a server that serves them in its own way (http-api 1.1, 3.1). */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectOfSource } from '../../../apps/producer/src/sources/source-project.js';
import { scratchDirectory } from '../../support/projects/project.js';

interface Served {
  readonly type: string;
  readonly body: Buffer;
}

let served: Served;
let origin: string;
const server = createServer((_request, response) => {
  response.writeHead(200, served.type === '' ? {} : { 'content-type': served.type }).end(served.body);
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

async function entryOf(type: string, body: Buffer): Promise<string> {
  served = { type, body };
  const config = { projectRoots: [], networkAllow: [origin] };
  const { directory } = await projectOfSource({ url: `${origin}/film.html` }, undefined, scratchDirectory(), config);
  return readFile(join(directory, 'index.html'), 'utf8');
}

const page = (text: string, head = ''): string => `<html><head>${head}</head><body>${text}</body></html>`;
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const utf16 = Buffer.from(`\ufeff${page('Größe')}`, 'utf16le');

it.each([
  ['the header names', 'text/html; charset=ISO-8859-1', latin1(page('Größe'))],
  [
    'the header names, whatever the document says',
    'text/html;charset="utf-8"',
    Buffer.from(page('Größe', '<meta charset=koi8-r>')),
  ],
  ['its byte order mark tells', 'text/html; charset=iso-8859-1', utf16],
  ['the document names', 'text/html', latin1(page('Größe', '<meta charset="windows-1252">'))],
  [
    'the document names in the old way',
    'text/html',
    latin1(page('Größe', '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-15">')),
  ],
  ['nobody names, as UTF-8', 'application/xhtml+xml', Buffer.from(page('Größe'))],
  ['nobody names, as what browsers take it for', '', latin1(page('Größe'))],
  ['nobody knows, as UTF-8', 'text/html; charset=unheard-of', Buffer.from(page('Größe'))],
])('is read in the encoding that %s', async (_how, type, body) => {
  expect(await entryOf(type, body)).toContain('<body>Größe</body>');
});

it.each(['text/plain', 'application/json; charset=utf-8', 'video/mp4'])('is refused as %s', async (type) => {
  await expect(entryOf(type, Buffer.from('{}'))).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    message: `url: the document is "${type}"; it must be text/html`,
    issues: [{ field: '/source/url' }],
  });
});
