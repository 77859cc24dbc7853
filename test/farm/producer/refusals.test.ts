/** Hostile and mistaken requests: always a problem with its code, never 5xx (security 8), and a neighbour that passes. */

import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HTML, startTestProducer, type TestProducer } from '../../support/farm/producer.js';
import { zipOf } from '../../support/projects/archives.js';

let producer: TestProducer;
beforeAll(async () => {
  producer = await startTestProducer();
});
afterAll(() => producer.end());

const raw = (body: string, path = '/renders/check', type = 'application/json') =>
  producer.call('POST', path, body, { 'content-type': type });
const check = (about: object) => raw(JSON.stringify({ source: { html: HTML }, ...about }));
const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

async function problem(answer: Response) {
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  const body = (await answer.json()) as {
    code: string;
    status: number;
    detail: string;
    hint: string;
    errors?: { pointer: string }[];
  };
  expect(body.status).toBe(answer.status);
  return body;
}

describe('bodies', () => {
  it.each([
    ['an empty body', '', 400, 'INVALID_JSON'],
    ['no JSON', '{', 400, 'INVALID_JSON'],
    ['an array', '[]', 400, 'VALIDATION_FAILED'],
    ['10 000 nested levels', nested(10_000), 400, 'VALIDATION_FAILED'],
    ['33 nested levels inside', `{"source":{"html":"x"},"metadata":${nested(33)}}`, 400, 'VALIDATION_FAILED'],
    [
      'a variable named __proto__',
      '{"source":{"html":"x"},"variables":{"__proto__":{"a":1}}}',
      400,
      'VALIDATION_FAILED',
    ],
    ['the key constructor', '{"constructor":{"prototype":{}}}', 400, 'VALIDATION_FAILED'],
    ['more than 1 MiB without html', `{"metadata":"${'x'.repeat(1_100_000)}"}`, 413, 'PAYLOAD_TOO_LARGE'],
    ['more than 10 MiB', `{"source":{"html":"${'x'.repeat(10_600_000)}"}}`, 413, 'PAYLOAD_TOO_LARGE'],
  ])('refuses %s', async (_name, body, status, code) => {
    const found = await problem(await raw(body));
    expect([found.status, found.code]).toEqual([status, code]);
    if (status === 413) expect(found.detail).toMatch(/^The body has \d+ bytes; at most \d+ are/);
    expect(({} as { a?: number }).a).toBeUndefined();
  });

  it('refuses a number in metadata that would come back as null', async () => {
    const found = await problem(await raw('{"source":{"html":"x"},"metadata":{"n":[1e400]}}'));
    expect([found.status, found.errors?.[0]?.pointer]).toEqual([400, '/metadata']);
  });

  it('takes 2 MiB of html and 20 levels of metadata', async () => {
    const html = `${HTML}<!--${'x'.repeat(2_000_000)}-->`;
    expect((await raw(JSON.stringify({ source: { html }, metadata: JSON.parse(nested(20)) }))).status).toBe(200);
  });

  it('refuses another content type', async () => {
    const found = await problem(await raw('a=b', '/renders', 'application/x-www-form-urlencoded'));
    expect([found.status, found.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    expect(found.detail).toContain('"application/x-www-form-urlencoded" is not taken; send application/json');
    expect(found.hint).toMatch(/^Send one/);
  });

  it('that is an archive is told where archives go, not that it is empty', async () => {
    const found = await problem(await raw('PK', '/renders', 'application/zip'));
    expect([found.status, found.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    expect(found.detail).toContain(
      '"application/zip" is not taken; send application/json, or an archive to POST /comp',
    );
  });

  it('is not unpacked: a packed one is refused as such, not as bad JSON', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const answer = await producer.call(
      'POST',
      '/renders',
      gzipSync(JSON.stringify({ source: { html: HTML } })),
      headers,
    );
    expect([answer.status, await answer.json()]).toEqual([
      415,
      expect.objectContaining({
        detail: 'Content-Encoding "gzip" is not taken; send the body as it is.',
        hint: 'Leave Content-Encoding out.',
      }),
    ]);
  });
});

describe('fields', () => {
  it.each([
    [{ crf: 20, videoBitrate: '5M' }, '/crf', 'videoBitrate'],
    [{ gifLoop: 65_536, format: 'gif' }, '/gifLoop', '65535'],
    [{ fps: '1/0' }, '/fps', 'rational'],
    [{ fps: 0 }, '/fps', '"0"'],
    [{ fps: ' 30' }, '/fps', 'rational'],
    [{ quallity: 'high' }, '/quallity', 'quality'],
    [{ priority: 101 }, '/priority', '0 to 100'],
    [{ timeoutSeconds: 1e21 }, '/timeoutSeconds', '86400'],
    [{ outputName: '../../etc/cron.d/x' }, '/outputName', '..'],
    [{ outputName: 'C:\\x' }, '/outputName', 'backslash'],
    [{ outputName: 'a\u0000b' }, '/outputName', 'control'],
    [{ outputName: 'x. ' }, '/outputName', 'dot or a space'],
    [{ outputDynamicRange: 'hdr', format: 'webm' }, '/outputDynamicRange', 'mp4'],
    [{ hdrMode: 'force-sdr', outputDynamicRange: 'hdr' }, '/hdrMode', 'disagrees'],
    [{ source: { html: HTML, composition: `cmp_${'0'.repeat(64)}` } }, '/source', 'exactly one'],
    [{ source: {} }, '/source', 'exactly one'],
    [{ source: undefined }, '/source', 'is missing'],
    [{ entryFile: '../other/index.html' }, '', '..'],
    [{ labels: { a: 1 } }, '/labels', 'text of 1 to 128'],
    [{ metadata: 'x'.repeat(5000) }, '/metadata', '4096'],
  ])('refuses %j and says where', async (about, pointer, word) => {
    const found = await problem(await check(about));
    expect([found.status, found.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(found.detail).toContain(word);
    if (pointer !== '') expect(found.errors?.map((one) => one.pointer)).toContain(pointer);
  });

  it.each([
    { crf: 20 },
    { videoBitrate: '5M' },
    { gifLoop: 65_535, format: 'gif' },
    { fps: '30000/1001' },
    { outputName: 'films/a b.mp4' },
    { hdrMode: 'force-sdr', outputDynamicRange: 'sdr' },
    { priority: 0, timeoutSeconds: 86_400 },
    { quality: 'high', outputResolution: '4k', workers: 'auto', bestEffort: false },
  ])('takes %j', async (about) => {
    expect((await check(about)).status).toBe(200);
  });

  it.each([
    ['/source/files/..~1x', { source: { files: { 'index.html': HTML, '../x': '' } } }],
    ['/source/files/a~0b~1..~1c', { source: { files: { 'index.html': HTML, 'a~b/../c': '' } } }],
    ['/source/files/a.bin', { source: { files: { 'index.html': HTML, 'a.bin': { base64: '?' } } } }],
    ['/entryFile', { entryFile: '../x.html' }],
    ['/source', { source: 'x' }],
  ])('points to the file that is meant, as %s', async (pointer, about) => {
    const { code, errors } = await problem(await check(about));
    expect([code, errors?.map((fault) => fault.pointer)]).toEqual(['VALIDATION_FAILED', [pointer]]);
  });
});

describe('sources', () => {
  it.each([
    ['/etc', 403, 'SOURCE_NOT_ALLOWED'],
    ['/nowhere/at/all', 403, 'SOURCE_NOT_ALLOWED'],
  ])('refuses the directory %s without saying whether it is there', async (projectDir, status, code) => {
    const found = await problem(await check({ source: { projectDir } }));
    expect([found.status, found.code]).toEqual([status, code]);
    expect(found.detail).not.toContain(projectDir);
  });

  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://127.0.0.1:1/',
    'http://2130706433/',
    'file:///etc/passwd',
    'https://example.com/',
  ])('refuses %s, which no operator lists', async (url) => {
    const found = await problem(await check({ source: { url } }));
    expect([found.status, found.code]).toEqual([400, 'URL_NOT_ALLOWED']);
    expect(found.hint).not.toContain('public https');
  });

  it('refuses files that leave the project', async () => {
    expect((await problem(await check({ source: { files: { '../x.html': HTML } } }))).status).toBe(400);
  });

  it('refuses a part and a size that the composition does not have, also of one that was uploaded', async () => {
    const zip = { 'content-type': 'application/zip' };
    const archive = zipOf({ name: 'index.html', content: HTML });
    const uploaded = await producer.call('POST', '/compositions', archive, zip);
    const { id } = (await uploaded.json()) as { id: string };
    for (const source of [{ html: HTML }, { composition: id }]) {
      const size = await problem(await check({ source, outputResolution: 'square' }));
      expect([size.status, size.code, size.errors?.[0]?.pointer]).toEqual([
        400,
        'VALIDATION_FAILED',
        '/outputResolution',
      ]);
      const part = await problem(await check({ source, from: 3600 }));
      expect([part.status, part.code, part.errors?.[0]?.pointer]).toEqual([400, 'VALIDATION_FAILED', '/from']);
    }
  });

  it('lets lint refuse only when asked, and variables only when strict', async () => {
    const broken = { source: { html: '<p>no root</p>' } };
    expect((await check({ ...broken, strict: true })).status).toBe(422);
    const declared = HTML.replace(
      '<html>',
      `<html data-composition-variables='[{"id":"n","type":"number","label":"N","default":1}]'>`,
    );
    const variables = { source: { html: declared }, variables: { n: 'x' } };
    const strict = await problem(await check({ ...variables, strictVariables: true }));
    expect([strict.status, strict.code]).toEqual([400, 'VARIABLES_INVALID']);
    expect(strict.errors?.[0]?.pointer).toBe('/variables/n');
    expect((await check(variables)).status).toBe(200);
  });
});

describe('paths, methods and queries', () => {
  it.each([
    ['GET', '/renders/..%2f', 404, 'RENDER_NOT_FOUND'],
    ['POST', '/renders/rnd_01ARZ3NDEKTSV4RRFFQ69G5FAV/cancel', 404, 'RENDER_NOT_FOUND'],
    ['GET', '/batches/bat_x', 404, 'BATCH_NOT_FOUND'],
    ['GET', '/compositions/cmp_x', 404, 'COMPOSITION_NOT_FOUND'],
    ['GET', '/nowhere', 404, 'NOT_FOUND'],
    ['GET', '/problems/NOPE', 404, 'NOT_FOUND'],
    ['PUT', '/renders', 405, 'METHOD_NOT_ALLOWED'],
    ['PUT', '/r%65nders', 405, 'METHOD_NOT_ALLOWED'],
    ['GET', '/renders?limit=0', 400, 'VALIDATION_FAILED'],
    ['GET', '/renders?limit=101', 400, 'VALIDATION_FAILED'],
    ['GET', '/renders?status=nope', 400, 'VALIDATION_FAILED'],
    ['GET', '/renders?createdAfter=2026-02-30', 400, 'VALIDATION_FAILED'],
    ['GET', '/renders?createdBefore=2026-02-29T12:00:00Z', 400, 'VALIDATION_FAILED'],
    ['GET', '/renders?createdBefore=2026-04-31T12:00:00', 400, 'VALIDATION_FAILED'],
    ['GET', '/renders?createdAfter=2026-13-01', 400, 'VALIDATION_FAILED'],
    ['GET', '/renders?createdAfter=2026-01-00', 400, 'VALIDATION_FAILED'],
    ['GET', '/renders?colour=red', 400, 'VALIDATION_FAILED'],
    ['GET', '/renders?cursor=abc.def', 400, 'INVALID_CURSOR'],
    ['GET', '/%E0%A4%A', 400, 'VALIDATION_FAILED'],
  ])('%s %s is %i %s', async (method, path, status, code) => {
    const found = await problem(await producer.call(method, path));
    expect([found.status, found.code]).toEqual([status, code]);
  });

  it.each(['2028-02-29', '2026-12-31T23:59:59.5Z', '2026-01-31T12:00:00+05:30'])('takes the time %s', async (time) => {
    expect((await producer.call('GET', `/renders?createdAfter=${encodeURIComponent(time)}`)).status).toBe(200);
  });

  it.each([300, 12_000])('an id of %i characters is as unknown as any other', async (length) => {
    const found = await problem(await producer.call('GET', `/renders/${'r'.repeat(length)}/events`));
    expect([found.status, found.code]).toEqual([404, 'RENDER_NOT_FOUND']);
  });

  it('names a path that cannot be read', async () => {
    const found = await problem(await producer.call('GET', '/renders/%zz?x=1'));
    expect(found).toMatchObject({ status: 400, instance: '/renders/%zz' });
  });

  it.each([
    ['step=zz', '/step', 'step "zz": must be the id of one step, such as prepare'],
    ['step=prepare&step=sound', '/step', 'must be the id of one step'],
    ['stpe=prepare', '/stpe', 'stpe is not a field here; known is step'],
  ])('refuses the log of a render with ?%s', async (query, pointer, words) => {
    const { id } = (await (await producer.call('POST', '/renders', { source: { html: HTML } })).json()) as {
      id: string;
    };
    const found = await problem(await producer.call('GET', `/renders/${id}/logs?${query}`));
    expect([found.status, found.code, found.errors?.[0]?.pointer]).toEqual([400, 'VALIDATION_FAILED', pointer]);
    expect(found.detail).toContain(words);
    for (const step of ['prepare', 'extract-0', 'sound', 'capture-0-0', 'assemble']) {
      expect((await producer.call('GET', `/renders/${id}/logs?step=${step}`)).status, step).toBe(200);
    }
  });

  it('tells a path that cannot be read in the shape of the direct calls where it is one of theirs', async () => {
    const answer = await producer.call('GET', '/outputs/%zz', undefined, { 'x-request-id': 'odd' });
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([400, 'odd']);
    expect(await answer.json()).toEqual({
      success: false,
      requestId: 'odd',
      error: expect.stringMatching(/cannot be read/),
    });
  });

  it('takes its own request ids only in the safe pattern', async () => {
    const safe = await producer.call('GET', '/health', undefined, { 'x-request-id': 'build-7.1_x' });
    expect(safe.headers.get('x-request-id')).toBe('build-7.1_x');
    const odd = await producer.call('GET', '/health', undefined, { 'x-request-id': 'a b' });
    expect(odd.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('explains every code of the catalogue', async () => {
    const answer = await producer.call('GET', '/problems/RATE_LIMITED');
    expect(await answer.json()).toMatchObject({ code: 'RATE_LIMITED', status: 429, retryable: true });
  });
});

describe('other origins', () => {
  it('get no CORS headers unless the operator lists them', async () => {
    const asked = (url: string, origin: string) => fetch(`${url}/health`, { headers: { origin } });
    expect((await asked(producer.url, 'https://a.example')).headers.get('access-control-allow-origin')).toBeNull();
    const { url } = await producer.another({ corsOrigins: ['https://a.example'] });
    expect((await asked(url, 'https://a.example')).headers.get('access-control-allow-origin')).toBe(
      'https://a.example',
    );
    expect((await asked(url, 'https://b.example')).headers.get('access-control-allow-origin')).toBeNull();
  });

  it('make no path known by their being let in', async () => {
    const { url } = await producer.another({ corsOrigins: ['https://a.example'] });
    const unknown = await fetch(`${url}/nowhere`);
    expect([unknown.status, unknown.headers.get('allow')]).toEqual([404, null]);
    expect(await unknown.json()).toMatchObject({ code: 'NOT_FOUND' });
    const known = await fetch(`${url}/renders`, { method: 'PUT' });
    expect([known.status, known.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS, POST']);
  });
});
