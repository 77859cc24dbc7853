/** Who may ask a preview for what. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composition, makeProject, scratchDirectory } from '../../support/projects/project.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { framefarm } from '../../support/renders/command-line.js';
import { type RunningPreview, startPreview } from '../../support/renders/previewed.js';

useBundledFfmpeg();

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Sends the target as it is: fetch would make `..` disappear before it reaches the wire. */
function ask(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body = '',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, headers, method, agent: false }, (got) => {
      let text = '';
      const answer = (): void => resolve({ status: got.statusCode ?? 0, body: text, headers: got.headers });
      got.on('data', (chunk) => {
        text += chunk;
        // Events go on for ever; the first of them is the answer.
        if (path === '/api/events') {
          answer();
          sent.destroy();
        }
      });
      got.on('end', answer);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

let preview: RunningPreview;
let port: number;
let stage: number;
let token: string;
beforeAll(async () => {
  const outside = scratchDirectory();
  writeFileSync(join(outside, 'secret.txt'), 'secret');
  const project = await makeProject({ 'index.html': composition('<p>shown</p>'), '.env': 'KEY=secret' });
  mkdirSync(join(project, 'sub'));
  symlinkSync(outside, join(project, 'sub', 'link'));
  preview = await startPreview(project, ['--no-outside-links', '--port', '0']);
  port = Number(new URL(preview.url).port);
  const { body } = await ask(port, '/');
  token = /name="framefarm-token" content="([^"]+)"/.exec(body)?.[1] ?? '';
  const state = JSON.parse(/^data: (.*)$/m.exec((await ask(port, '/api/events')).body)?.[1] ?? '{}');
  stage = state.stagePort;
});
afterAll(async () => {
  preview.command.kill('SIGINT');
  expect((await preview.command.ended).exitCode).toBe(0);
});

describe('the server of a preview', () => {
  it.each(['/', '/ui.js', '/api/events'])('refuses %s under a foreign name', async (path) => {
    expect((await ask(port, path, { host: `evil.example:${port}` })).status).toBe(403);
    expect((await ask(port, path, { host: `localhost:${port}` })).status).toBe(200);
  });

  it('refuses a foreign origin and a request that another site caused', async () => {
    expect((await ask(port, '/', { origin: 'http://evil.example' })).status).toBe(403);
    expect((await ask(port, '/', { origin: `http://127.0.0.1:${stage}` })).status).toBe(403);
    expect((await ask(port, '/api/events', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await ask(port, '/api/events', { 'sec-fetch-site': 'same-site' })).status).toBe(403);
  });

  it('changes nothing without the token of its page', async () => {
    const post = (headers: Record<string, string>) =>
      ask(port, '/api/variables', { 'content-type': 'application/json', ...headers }, 'POST', '{"values":{}}');
    expect((await post({})).status).toBe(403);
    expect((await post({ 'x-framefarm-token': 'guessed' })).status).toBe(403);
    expect((await post({ 'x-framefarm-token': token, origin: 'http://evil.example' })).status).toBe(403);
    expect((await post({ 'x-framefarm-token': token })).status).toBe(200);
  });

  it('answers nonsense with what is wrong, and goes on', async () => {
    const post = (path: string, body: string) => ask(port, path, { 'x-framefarm-token': token }, 'POST', body);
    expect((await post('/api/still', '{"frame":-1}')).body).toContain('frame is -1, but must be a whole number from 0');
    expect((await post('/api/render', '{"format":"avi"}')).body).toContain('must be one of mp4, mov');
    expect((await post('/api/variables', '[]')).status).toBe(400);
    expect((await post('/api/variables', '{"values":{"__proto__":{"a":1}}}')).status).toBeLessThan(500);
    expect((await post('/api/pictures', '{"revision":99}')).body).toContain('is not the current one');
    expect((await post('/api/nothing', '{}')).status).toBe(404);
    expect((await ask(port, '/')).status).toBe(200);
  });

  it.each(['/../package.json', '/..%2f..%2fetc/passwd', '/index.html', '/ui.js/../../x'])(
    'has no file %s',
    async (path) => {
      expect((await ask(port, path)).status).toBe(404);
    },
  );

  it('lets nobody show its page in a frame', async () => {
    const { headers } = await ask(port, '/');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });
});

describe('the origin of the composition', () => {
  it('serves the project and nothing else', async () => {
    expect((await ask(stage, '/')).body).toContain('shown');
    for (const path of [
      '/../../etc/passwd',
      '/..%2f..%2f..%2fetc%2fpasswd',
      '/.env',
      '/sub/link/secret.txt',
      '//etc/passwd',
    ]) {
      const { status, body } = await ask(stage, path);
      expect([403, 404], path).toContain(status);
      expect(body).not.toContain('secret');
    }
  });

  it('refuses foreign names and other sites, also on the way to other hosts', async () => {
    expect((await ask(stage, '/', { host: `evil.example:${stage}` })).status).toBe(403);
    expect((await ask(stage, '/', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    const outside = { 'x-framefarm-url': encodeURIComponent('file:///etc/passwd') };
    expect((await ask(stage, '/__framefarm/outside', outside)).status).toBe(403);
    const inside = { 'x-framefarm-url': encodeURIComponent(`http://127.0.0.1:${port}/`) };
    const answer = await ask(stage, '/__framefarm/outside', inside);
    expect(answer.status).toBe(502);
    expect(answer.body).not.toContain(token);
  });

  it('may be shown by the preview only', async () => {
    const { headers } = await ask(stage, '/');
    expect(headers['content-security-policy']).toContain(
      `frame-ancestors http://127.0.0.1:${port} http://localhost:${port};`,
    );
  });
});

describe('preview on the command line', () => {
  it('takes the next port when the one asked for is taken, and says so', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const wanted = (taken.address() as AddressInfo).port;
    const second = await startPreview(await makeProject({ 'index.html': composition('') }), ['--port', String(wanted)]);
    expect(Number(new URL(second.url).port)).toBeGreaterThan(wanted);
    second.command.kill('SIGINT');
    const { exitCode, stdout } = await second.command.ended;
    taken.close();
    expect(exitCode).toBe(0);
    expect(stdout.trim().split('\n')).toHaveLength(1);
  });

  it('takes any free port when told so', async () => {
    expect((await ask(port, '/')).status).toBe(200);
  });

  it.each([
    [['--port', '70000'], /--port: "70000" must be a whole number from 0 to 65535/],
    [['--fps', '29.97'], /30000\/1001/],
    [['--host', '203.0.113.7'], /cannot listen on 203\.0\.113\.7.*not one of this machine/],
  ])('refuses %j before anything starts', async (flags, words) => {
    const project = await makeProject({ 'index.html': composition('') });
    const { exitCode, stderr, stdout } = await framefarm(['preview', project, '--no-open', ...flags]);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr.replaceAll('\n', ' ')).toMatch(words);
  });
});
