import { symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { LOADS_TOLD_POLICY, picturePackUrl, unpackPictures } from '@framefarm/contract';
import { type Origin, type OriginOptions, startOrigin } from '@framefarm/origin';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scratchTree } from './scratch-tree.js';

async function open(projectDir: string, more: Partial<OriginOptions> = {}): Promise<Origin> {
  const origin = await startOrigin({ projectDir, outsideLinks: true, ...more });
  onTestFinished(() => origin.close());
  return origin;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Sends the target as it is: fetch would make `..` disappear before it reaches the wire. */
function ask(origin: Origin, target: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: origin.port, path: target, headers, method, agent: false },
      (got) => {
        const chunks: Buffer[] = [];
        got.on('data', (chunk: Buffer) => chunks.push(chunk));
        got.on('end', () =>
          resolve({ status: got.statusCode ?? 0, headers: got.headers, body: Buffer.concat(chunks) }),
        );
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

describe('startOrigin', () => {
  it('serves project files with their types and nosniff', async () => {
    const origin = await open(
      scratchTree({ 'a b/ü.js': '1', 'm.mjs': '', 'v.mp4': '', 'x.glb': '', 'p.svg': '', 'w.wasm': '', odd: '' }),
    );
    const types = {
      '/a%20b/%C3%BC.js?v=1#x': 'text/javascript; charset=utf-8',
      '/m.mjs': 'text/javascript; charset=utf-8',
      '/v.mp4': 'video/mp4',
      '/x.glb': 'model/gltf-binary',
      '/p.svg': 'image/svg+xml; charset=utf-8',
      '/w.wasm': 'application/wasm',
      '/odd': 'application/octet-stream',
    };
    for (const [path, type] of Object.entries(types)) {
      const answer = await ask(origin, path);
      expect([path, answer.status, answer.headers['content-type']]).toEqual([path, 200, type]);
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
    }
    expect(origin.missing).toEqual([]);
  });

  it('has documents told of what begins to load in them, where asked to, and nothing else', async () => {
    const projectDir = scratchTree({ 'inside.html': '', 'a.js': '' });
    const entry = { path: '/', html: '<p>' };
    for (const tellLoads of [true, false]) {
      const origin = await open(projectDir, { entry, tellLoads });
      const told = [];
      for (const path of ['/', '/inside.html', '/a.js']) {
        told.push((await ask(origin, path)).headers['content-security-policy-report-only']);
      }
      expect(told).toEqual(
        tellLoads ? [LOADS_TOLD_POLICY, LOADS_TOLD_POLICY, undefined] : [undefined, undefined, undefined],
      );
    }
  });

  it('lets the pages of a render keep a file of which they take parts, and nothing else', async () => {
    const projectDir = scratchTree({ 'icons.svg': '' });
    const kept = [];
    for (const sameSiteOnly of [false, true]) {
      const origin = await open(projectDir, { sameSiteOnly });
      for (const mode of ['same-origin', 'no-cors', 'cors']) {
        const asked = await ask(origin, '/icons.svg', { 'sec-fetch-dest': 'image', 'sec-fetch-mode': mode });
        kept.push(asked.headers['cache-control']);
      }
    }
    expect(kept).toEqual(['max-age=31536000', 'no-cache', 'max-age=31536000', ...Array(3).fill('no-cache')]);
  });

  it('remembers what was asked of the project, by whom, and what was not there', async () => {
    const root = scratchTree({ 'a b/ü.js': '1', 'v.mp4': '', 'w.mp4': '' });
    const origin = await open(root);
    await ask(origin, '/a%20b/%C3%BC.js?v=1');
    await ask(origin, '/gone.png', { 'sec-fetch-dest': 'image' });
    for (const destination of ['video', 'audio']) await ask(origin, '/v.mp4', { 'sec-fetch-dest': destination });
    for (const destination of ['video', 'empty', 'video'])
      await ask(origin, '/w.mp4', { 'sec-fetch-dest': destination });
    await ask(origin, '/favicon.ico');
    const asked = [...origin.asked].map(([path, { file, played }]) => [path, file === null, played]);
    expect(asked).toEqual([
      ['a b/ü.js', false, false],
      ['gone.png', true, false],
      ['v.mp4', false, true],
      ['w.mp4', false, false],
    ]);
  });

  it('answers ranges of small and large files', async () => {
    const root = scratchTree({ 'small.mp4': '0123456789', 'name %3F #1?.mp4': 'abcdef' });
    writeFileSync(join(root, 'large.mp4'), 'start');
    truncateSync(join(root, 'large.mp4'), 6 * 1024 * 1024);
    const origin = await open(root);
    const part = await ask(origin, '/small.mp4', { range: 'bytes=2-4' });
    expect([part.status, part.body.toString(), part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10']);
    expect((await ask(origin, '/small.mp4', { range: 'bytes=-3' })).body.toString()).toBe('789');
    expect((await ask(origin, '/small.mp4')).headers['accept-ranges']).toBe('bytes');
    const beyond = await ask(origin, '/small.mp4', { range: 'bytes=50-' });
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, 'bytes */10']);
    const whole = await ask(origin, '/large.mp4');
    expect([whole.status, whole.body.length, whole.body.toString('latin1', 0, 5)]).toEqual([
      200,
      6 * 1024 * 1024,
      'start',
    ]);
    const odd = await ask(origin, `/${encodeURIComponent('name %3F #1?.mp4')}`, { range: 'bytes=0-1' });
    expect([odd.status, odd.body.toString()]).toEqual([206, 'ab']);
    const head = await ask(origin, '/large.mp4', {}, 'HEAD');
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, `${6 * 1024 * 1024}`]);
  });

  it.each([
    ['/../outside.txt', 403],
    ['/%2e%2e/outside.txt', 403],
    ['/..%2foutside.txt', 403],
    ['/sub/%2e%2e%2f%2e%2e%2foutside.txt', 403],
    ['/sub/..%5c..%5coutside.txt', 400],
    ['/.env', 403],
    ['/.git/config', 403],
    ['/sub/.hidden/x', 403],
    ['/a%00.txt', 400],
    ['/%zz', 400],
    ['/C:/x', 400],
    ['/%252e%252e/outside.txt', 404],
    ['/sub', 404],
    ['/sub/', 404],
  ])('refuses %s with %i', async (target, status) => {
    const root = scratchTree({
      'outside.txt': 'outside',
      'project/.env': 'secret',
      'project/.git/config': 'secret',
      'project/sub/a.txt': 'neighbour',
    });
    const origin = await open(join(root, 'project'));
    const answer = await ask(origin, target);
    expect(answer.status).toBe(status);
    expect(answer.body.toString()).not.toMatch(/outside\n?$|secret/);
    expect(origin.missing).toHaveLength(1);
    expect((await ask(origin, '/sub/./a.txt')).body.toString()).toBe('neighbour');
  });

  it('follows links out of the project and lists them, or refuses them', async () => {
    const root = scratchTree({ 'shared/logo.png': 'logo', 'project/in.png': 'in' });
    const project = join(root, 'project');
    symlinkSync(join(root, 'shared'), join(project, 'assets'));
    symlinkSync(join(project, 'in.png'), join(project, 'alias.png'));
    const following = await open(project);
    expect((await ask(following, '/assets/logo.png')).body.toString()).toBe('logo');
    expect((await ask(following, '/alias.png')).status).toBe(200);
    expect(following.outsideTargets).toEqual([join(root, 'shared/logo.png')]);
    const strict = await open(project, { outsideLinks: false });
    expect((await ask(strict, '/assets/logo.png')).status).toBe(403);
    expect((await ask(strict, '/alias.png')).body.toString()).toBe('in');
    expect(strict.missing).toMatchObject([{ path: '/assets/logo.png', reason: 'link out of the project' }]);
  });

  it('records missing files once, with what they were wanted for; a favicon is no fault', async () => {
    const origin = await open(scratchTree());
    for (let count = 0; count < 2; count += 1) {
      expect((await ask(origin, '/img/a%20b.png?x', { 'sec-fetch-dest': 'image' })).status).toBe(404);
    }
    expect((await ask(origin, '/favicon.ico')).status).toBe(204);
    expect(origin.missing).toEqual([{ path: '/img/a%20b.png', destination: 'image', reason: 'missing' }]);
  });

  it('serves documents, single files, own directories and fallbacks', async () => {
    const root = scratchTree({
      'project/index.html': 'raw',
      'frames/000001.jpg': 'jpeg',
      'rt.js': 'run',
      'g.js': 'gsap',
    });
    const origin = await open(join(root, 'project'), {
      entry: { path: '/', html: 'composed' },
      files: { '/__framefarm/runtime.js': join(root, 'rt.js') },
      fallback: async (path) =>
        path === '/lib/gsap.min.js' ? { file: join(root, 'g.js'), contentType: 'text/javascript' } : null,
    });
    origin.addDirectory('/__framefarm/frames/v1', join(root, 'frames'));
    symlinkSync(join(root, 'rt.js'), join(root, 'frames/link.jpg'));
    expect((await ask(origin, '/?preview=1')).body.toString()).toBe('composed');
    expect((await ask(origin, '/index.html')).body.toString()).toBe('raw');
    expect((await ask(origin, '/__framefarm/runtime.js')).headers['content-type']).toContain('text/javascript');
    const frame = await ask(origin, '/__framefarm/frames/v1/000001.jpg');
    expect([frame.status, frame.headers['content-type'], frame.body.toString()]).toEqual([200, 'image/jpeg', 'jpeg']);
    expect((await ask(origin, '/__framefarm/frames/v1/000001.jpg', { range: 'bytes=0-1' })).status).toBe(206);
    expect((await ask(origin, '/__framefarm/frames/v1/link.jpg')).status).toBe(404);
    expect((await ask(origin, '/__framefarm/frames/v1/000002.jpg')).status).toBe(404);
    expect((await ask(origin, '/lib/gsap.min.js')).body.toString()).toBe('gsap');
    origin.setDocument('/', 'again', 'text/html; charset=utf-8');
    expect((await ask(origin, '/')).body.toString()).toBe('again');
    expect(origin.missing).toHaveLength(2);
  });

  it('answers with several pictures at once, as many as there are', async () => {
    const root = scratchTree({ 'frames/000007.jpg': 'seven', 'frames/000008.jpg': 'eight!', 'frames/x.jpg': 'x' });
    const origin = await open(root);
    origin.addDirectory('/__framefarm/frames/v1', join(root, 'frames'));
    const url = (name: string) => picturePackUrl(`/__framefarm/frames/v1/${name}.jpg`, 8);
    const { status, body } = await ask(origin, url('000007'));
    const pictures = unpackPictures(new Uint8Array(body).buffer);
    expect([status, pictures.map((picture) => Buffer.from(picture).toString())]).toEqual([200, ['seven', 'eight!']]);
    const one = await ask(origin, picturePackUrl('/__framefarm/frames/v1/000007.jpg', 1));
    expect(unpackPictures(new Uint8Array(one.body).buffer)).toHaveLength(1);
    expect((await ask(origin, url('000009'))).status).toBe(404);
    expect((await ask(origin, url('x'))).status).toBe(404);
  });

  it('answers its own page and opaque documents, not other sites, other hosts or other methods', async () => {
    const origin = await open(scratchTree({ 'a.txt': 'a' }));
    for (const own of [origin.url, 'null']) {
      expect((await ask(origin, '/a.txt', { origin: own })).headers['access-control-allow-origin']).toBe('*');
    }
    const foreign = await ask(origin, '/a.txt', { origin: 'https://evil.example' });
    expect(foreign.headers['access-control-allow-origin']).toBeUndefined();
    expect((await ask(origin, '/a.txt', { host: `evil.example:${origin.port}` })).status).toBe(403);
    expect((await ask(origin, '/a.txt', { host: `localhost:${origin.port}` })).status).toBe(200);
    expect((await ask(origin, '/a.txt', {}, 'POST')).status).toBe(405);
    expect((await ask(origin, '/a.txt', {}, 'OPTIONS')).status).toBe(204);
  });

  it('closes although a connection is kept open', async () => {
    const origin = await startOrigin({ projectDir: scratchTree(), outsideLinks: true });
    const socket = connect(origin.port, '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    const ended = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    await origin.close();
    await ended;
    await expect(fetch(origin.url)).rejects.toThrow();
  });

  it('names a project that is not there', async () => {
    await expect(startOrigin({ projectDir: '/no/such/place', outsideLinks: true })).rejects.toMatchObject({
      code: 'COMPOSITION_NOT_FOUND',
    });
  });

  it('holds the script of a font wait until the page asks for it, in whichever order the two come', async () => {
    const origin = await open(scratchTree({}));
    const order: string[] = [];
    const held = ask(origin, '/__framefarm/font-wait.js?held=a').then((answer) => {
      order.push('held');
      return answer;
    });
    await ask(origin, '/__framefarm/font-wait.js?free=b');
    const late = await ask(origin, '/__framefarm/font-wait.js?held=b');
    order.push('free');
    await ask(origin, '/__framefarm/font-wait.js?free=a');
    expect((await held).body.toString()).toBe(late.body.toString());
    expect(late.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(order).toEqual(['free', 'held']);
  });
});
