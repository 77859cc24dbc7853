/** What the API gives away, and to whom it stays open: headers, policies, machine options (security 7). */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admit, complete, HTML, startTestProducer, type TestProducer } from '../support/farm/producer.js';
import { useBundledFfmpeg } from '../support/renders/bundled-ffmpeg.js';

useBundledFfmpeg();

let producer: TestProducer;
beforeAll(async () => {
  producer = await startTestProducer();
});
afterAll(() => producer.end());

describe('every answer', () => {
  it.each([
    '/',
    '/docs',
    '/openapi.json',
    '/llms.txt',
    '/problems/NOT_FOUND',
    '/health',
    '/renders',
    '/nowhere',
    '/renders/x',
    '/renders/%zz',
  ])('of %s is not guessed, not framed, and for this origin alone', async (path) => {
    const { headers } = await producer.call('GET', path, undefined, { origin: 'https://elsewhere.example' });
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'|default-src 'self'/);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('lets the origins of the operator read, and no other', async () => {
    const { url } = await producer.another({ corsOrigins: ['https://studio.example'] });
    const from = async (origin: string): Promise<string | null> =>
      (await fetch(`${url}/health`, { headers: { origin } })).headers.get('access-control-allow-origin');
    expect(await from('https://studio.example')).toBe('https://studio.example');
    expect(await from('https://elsewhere.example')).toBeNull();
  });
});

describe('a service without keys', () => {
  /** As a page asks whose own name was made to lead to this machine. */
  const asked = async (path: string, host: string): Promise<number> => {
    const { hostname, port } = new URL(producer.url);
    const sent = request({ hostname, port, path, headers: { host } }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode ?? 0;
  };

  it('tells nothing to who asks for it by a name of somebody else, such as a page of any site', async () => {
    const { port } = new URL(producer.url);
    for (const path of ['/renders', '/farm/limits', '/workers', '/render/queue', '/metrics']) {
      expect(await asked(path, `rebound.example:${port}`), path).toBe(403);
      expect(await asked(path, `localhost:${port}`), path).toBe(200);
    }
    expect(await asked('/health', `rebound.example:${port}`)).toBe(200);
  });
});

describe('options of the machine', () => {
  it.each([
    'sandbox',
    'browserPath',
    'ffmpegPath',
    'packageDir',
    'packageDirs',
    'outsideLinks',
    'allowNetwork',
    'networkAllow',
    'framesCacheDir',
    'output',
    'timeout',
    'cdnjsPackages',
    'docker',
  ])('%s is no field of a render', async (field) => {
    const answer = await producer.call('POST', '/renders/check', { source: { html: HTML }, [field]: 'x' });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: [{ pointer: `/${field}`, code: 'unknown_field' }] });
  });

  it.each(['../index.html', '/etc/passwd', 'a\\..\\index.html', 'a\u0000.html'])(
    '%j is no entry file',
    async (entryFile) => {
      const answer = await producer.call('POST', '/renders/check', {
        source: { files: { 'index.html': HTML } },
        entryFile,
      });
      expect([400, 404, 422]).toContain(answer.status);
    },
  );
});

describe('a failed render', () => {
  it('tells its reason without directories of the host or queries of a URL, in every view', async () => {
    const submitted = (await (await producer.call('POST', '/renders', { source: { html: HTML } })).json()) as {
      id: string;
    };
    const { id } = submitted;
    await admit(producer.farm, id);
    const where = '/var/tmp/worker-1/lane/film.mp4 and https://store.example/a.mp4?X-Signature=secret';
    const { epoch } = (await producer.farm.renders.get(id)) ?? { epoch: 0 };
    await producer.farm.renders.warn(id, epoch, [
      { code: 'media_load_failed', message: `cannot load ${where}`, stage: 'capture' },
    ]);
    await producer.farm.steps.log(id, 'prepare', [`opening ${where}`]);
    const error = {
      code: 'NOT_MEDIA_PAYLOAD',
      owner: 'user',
      retryable: false,
      stage: 'compile',
      hint: '',
      message: `bad ${where}`,
    } as const;
    await producer.farm.renders.move(id, epoch, 'composition_invalid', { error });
    for (const path of ['', '/logs', '/events']) {
      const words = await (await producer.call('GET', `/renders/${id}${path}`)).text();
      expect(words).toContain('film.mp4');
      expect(words).not.toMatch(/var\/tmp|worker-1|X-Signature|secret/);
    }
  });
});

describe('an output', () => {
  it('has a name that is a name, whatever was asked for, and is not run by a browser', async () => {
    const outputName = 'films/"a";b\u202e=<script>%0d%0a.mp4';
    const answer = await producer.call('POST', '/renders', { source: { html: `${HTML} ` }, outputName });
    const { id } = (await answer.json()) as { id: string };
    await admit(producer.farm, id);
    await complete(producer, id, Buffer.from('<script>alert(1)</script>'));
    const { headers, status } = await producer.call('GET', `/renders/${id}/output`);
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="[^"\\%]*"; filename\*=UTF-8''[\w.%!~*'()-]+$/,
    );
    expect(headers.get('content-type')).toBe('video/mp4');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});
