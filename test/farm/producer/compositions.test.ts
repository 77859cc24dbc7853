/** Uploaded projects: known by content, refused by their first bad entry (http-api 3.7, security 6). */
import { createHash } from 'node:crypto';
import { STORE_KEYS } from '@framefarm/farm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HTML, startTestProducer, type TestProducer } from '../../support/farm/producer.js';
import { zipOf } from '../../support/projects/archives.js';

let producer: TestProducer;
beforeAll(async () => {
  producer = await startTestProducer();
});
afterAll(() => producer.end());

const upload = (archive: Uint8Array, headers: Record<string, string> = {}) =>
  producer.call('POST', '/compositions', archive, { 'content-type': 'application/zip', ...headers });
const project = (css = 'h1 {}') => zipOf({ name: 'index.html', content: HTML }, { name: 'css/a.css', content: css });
const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content);
const code = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];

describe('uploading a project', () => {
  it('answers with the id that a client can compute, and knows it the second time', async () => {
    const css = 'h1 { color: teal }';
    const lines = [
      `${sha256(css).digest('hex')} ${css.length} css/a.css\n`,
      `${sha256(HTML).digest('hex')} ${HTML.length} index.html\n`,
    ];
    const id = `cmp_${sha256(lines.join('')).digest('hex')}`;
    const first = await upload(project(css));
    expect(first.status).toBe(201);
    expect(await first.json()).toMatchObject({ id, entryFile: 'index.html', files: 2, size: HTML.length + css.length });
    expect((await upload(project(css))).status).toBe(200);
    expect((await producer.call('HEAD', `/compositions/${id}`)).status).toBe(200);
    expect((await producer.call('HEAD', `/compositions/cmp_${'0'.repeat(64)}`)).status).toBe(404);
    const render = await producer.call('POST', '/renders', { source: { composition: id } });
    expect(await render.json()).toMatchObject({ compositionId: id, options: { entryFile: 'index.html' } });
    expect(await code(await producer.call('DELETE', `/compositions/${id}`))).toEqual([409, 'COMPOSITION_IN_USE']);
  });

  it('of which the store has lost the archive is unknown, until it comes again', async () => {
    const { id } = (await (await upload(project('s {}'))).json()) as { id: string };
    const archive = STORE_KEYS.composition('local', id);
    await producer.store.remove(archive);
    expect(await code(await producer.call('GET', `/compositions/${id}`))).toEqual([404, 'COMPOSITION_NOT_FOUND']);
    expect((await producer.call('HEAD', `/compositions/${id}`)).status).toBe(404);
    expect((await upload(project('s {}'))).status).toBe(200);
    expect(await producer.store.head(archive)).not.toBeNull();
    expect((await producer.call('HEAD', `/compositions/${id}`)).status).toBe(200);
  });

  it('deletes what nothing needs', async () => {
    const { id } = (await (await upload(project('b {}'))).json()) as { id: string };
    expect((await producer.call('DELETE', `/compositions/${id}`)).status).toBe(204);
    expect((await producer.call('GET', `/compositions/${id}`)).status).toBe(404);
  });

  it('compares the Content-Digest', async () => {
    const archive = project('i {}');
    const good = `sha-256=:${sha256(archive).digest('base64')}:`;
    const bad = `sha-256=:${sha256('other').digest('base64')}:`;
    expect(await code(await upload(archive, { 'content-digest': bad }))).toEqual([400, 'VALIDATION_FAILED']);
    expect((await upload(archive, { 'content-digest': good })).status).toBe(201);
  });

  it.each([
    ['../x.html', 'a name that leaves the project'],
    ['/etc/x', 'an absolute name'],
    ['a\\b.html', 'a backslash'],
  ])('refuses %j, %s', async (name) => {
    const answer = await upload(zipOf({ name: 'index.html', content: HTML }, { name, content: 'x' }));
    expect(await code(answer)).toEqual([400, 'ARCHIVE_REJECTED']);
  });

  it('refuses a link and what is no archive', async () => {
    const link = zipOf({ name: 'index.html', content: HTML }, { name: 'l', content: '/etc/passwd', mode: 0o120777 });
    expect(await code(await upload(link))).toEqual([400, 'ARCHIVE_REJECTED']);
    expect(await code(await upload(Buffer.from('no zip')))).toEqual([400, 'ARCHIVE_REJECTED']);
    const typed = await producer.call('POST', '/compositions', {}, { 'content-type': 'application/json' });
    expect(await code(typed)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    const untyped = await upload(zipOf(), { 'content-type': 'application/octet-stream' });
    expect([untyped.status, await untyped.json()]).toEqual([
      415,
      expect.objectContaining({
        detail:
          'Content-Type "application/octet-stream" is not taken; send the project as application/zip, application/x-tar, application/gzip.',
        hint: 'Send one of the content types named above.',
      }),
    ]);
  });

  it('takes a zip under the name that Windows has for it', async () => {
    const archive = project('u {}');
    expect((await upload(archive, { 'content-type': 'application/x-zip-compressed' })).status).toBe(201);
  });

  it('takes a project whose lint has errors, and counts them', async () => {
    const answer = await upload(zipOf({ name: 'src/index.html', content: '<p>no root</p>' }));
    const body = (await answer.json()) as { entryFile: string; lint: { errorCount: number } };
    expect([answer.status, body.entryFile]).toEqual([201, 'src/index.html']);
    expect(body.lint.errorCount).toBeGreaterThan(0);
  });
});
