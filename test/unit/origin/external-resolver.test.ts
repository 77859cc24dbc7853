import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import {
  createExternalResolver,
  type DownloadLimits,
  type ExternalResolver,
  fetchRemoteAsset,
  type NetworkPolicyOptions,
} from '@framefarm/origin';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scratchTree } from './scratch-tree.js';

interface Host {
  readonly url: string;
  readonly hits: string[];
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

async function host(handler: Handler): Promise<Host> {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(request.url ?? '');
    handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, hits };
}

const redirect = (location: string): Handler => {
  return (_request, response) => response.writeHead(302, { location }).end();
};

function resolver(
  allow: readonly string[],
  more: Partial<NetworkPolicyOptions> = {},
  limits: Partial<DownloadLimits> = {},
): ExternalResolver & { readonly cacheDir: string; readonly root: string } {
  const root = scratchTree({
    'node_modules/gsap/package.json': JSON.stringify({ version: '3.13.0' }),
    'node_modules/gsap/dist/gsap.min.js': 'gsap',
  });
  const cacheDir = `${root}/cache`;
  const packages = {
    enabled: true,
    projectDir: root,
    dirs: [],
    versions: 'compatible',
    cdnjs: {},
    installDir: '/',
  } as const;
  const policy = { offline: false, publicHttps: true, allow, ...more };
  const made = createExternalResolver({ packages, policy, cacheDir, limits: { attempts: 1, ...limits } });
  return Object.assign(Object.create(made) as ExternalResolver, { cacheDir, root });
}

const codes = (from: ExternalResolver) => from.warnings.map((warning) => warning.code);

describe('createExternalResolver', () => {
  it('answers a mapped package offline and lists the substitution, without a warning', async () => {
    const external = resolver([], { offline: true });
    const url = 'https://cdn.jsdelivr.net/npm/gsap@3.12.5/dist/gsap.min.js';
    for (let count = 0; count < 2; count += 1) {
      expect(await external.resolve({ url, destination: 'script' })).toMatchObject({
        kind: 'file',
        headers: { 'content-type': 'text/javascript; charset=utf-8', 'access-control-allow-origin': '*' },
      });
    }
    expect(external.substitutions).toEqual([{ url, requested: 'gsap@3.12.5', served: 'gsap@3.13.0' }]);
    expect(external.warnings).toEqual([]);
  });

  it('names a script or a style that cannot be had, with the command that installs it', async () => {
    const external = resolver([], { offline: true });
    const url = 'https://unpkg.com/three@0.160.0/build/three.js?token=1';
    expect(await external.resolve({ url, destination: 'script' })).toMatchObject({ kind: 'refused' });
    await external.resolve({ url, destination: 'script' });
    expect(codes(external)).toEqual(['network_blocked', 'external_script_unavailable']);
    expect(external.warnings[0]?.message).toContain('unpkg.com');
    expect(external.warnings[0]?.message).not.toContain('token');
    expect(external.warnings[1]?.message).toContain('npm install three@0.160.0');
    await external.resolve({ url: 'https://unpkg.com/three@0.160.0/a.css', destination: 'style' });
    expect(external.warnings[2]?.message).toContain('npm install three@0.160.0');
    await external.resolve({ url: 'https://unpkg.com/gsap@2.1.3/x.js', destination: 'script' });
    expect(codes(external)).toContain('cdn_version_mismatch');
  });

  it('remembers what was asked: the file of a package, or nothing where the network decides', async () => {
    const external = resolver([], { offline: true });
    const mapped = 'https://cdn.jsdelivr.net/npm/gsap@3.13.0/dist/gsap.min.js';
    const outside = 'https://example.org/picture.png';
    await external.resolve({ url: mapped, destination: 'script' });
    await external.resolve({ url: `${outside}#x`, destination: 'image' });
    await external.resolve({ url: 'https://fonts.googleapis.com/css2?family=Inter', destination: 'style' });
    expect([...external.asked.keys()]).toEqual([mapped, outside]);
    expect(external.asked.get(mapped)).toMatch(/gsap\.min\.js$/);
    expect(external.asked.get(outside)).toBeNull();
  });

  it('fetches each URL once, so that all lanes see the same bytes', async () => {
    let count = 0;
    const site = await host((_request, response) => {
      count += 1;
      response.setHeader('content-type', 'text/css').end(`answer ${count}`);
    });
    const external = resolver([site.url]);
    const ask = () => external.resolve({ url: `${site.url}/a.css#x`, destination: 'style' });
    const answers = await Promise.all([ask(), ask(), ask()]);
    answers.push(await ask());
    for (const answer of answers) {
      if (answer.kind !== 'file') throw new Error(`unexpected ${answer.kind}`);
      expect(readFileSync(answer.file, 'utf8')).toBe('answer 1');
      expect(answer.headers['content-type']).toBe('text/css');
    }
    expect(site.hits).toEqual(['/a.css']);
  });

  it('sends the page to where redirects end, and has those bytes ready', async () => {
    const site = await host((request, response) => {
      if (request.url === '/start') redirect('/middle')(request, response);
      else if (request.url === '/middle') redirect('/end/app.js')(request, response);
      else response.end('app');
    });
    const external = resolver([site.url]);
    const first = await external.resolve({ url: `${site.url}/start`, destination: 'script' });
    expect(first).toMatchObject({ kind: 'redirect', headers: { location: `${site.url}/end/app.js` } });
    const second = await external.resolve({ url: `${site.url}/end/app.js`, destination: 'script' });
    expect(second).toMatchObject({ kind: 'file', headers: { 'content-type': 'text/javascript; charset=utf-8' } });
    expect(site.hits).toEqual(['/start', '/middle', '/end/app.js']);
  });

  it('keeps what it fetched where the user of decoders may read it', async () => {
    const { url } = await host((_request, response) => response.end('film'));
    const fetched = await fetchRemoteAsset(`${url}/a.mp4`, 'video', resolver([url]));
    expect(statSync(fetched?.file ?? '').mode & 0o777).toBe(0o644);
  });

  it('checks every redirect anew: what an allowed host names is reached by nobody', async () => {
    const trap = await host((_request, response) => response.end('trapped'));
    for (const target of [`${trap.url}/x`, 'file:///etc/passwd', 'http://169.254.169.254/latest/meta-data/']) {
      const site = await host(redirect(target));
      const external = resolver([site.url]);
      expect(await external.resolve({ url: `${site.url}/a.png`, destination: 'image' })).toMatchObject({
        kind: 'refused',
      });
      expect(codes(external)).toEqual(['network_blocked', 'media_load_failed']);
    }
    expect(trap.hits).toEqual([]);
    const neighbour = await host(redirect(`${trap.url}/ok`));
    const allowed = resolver([neighbour.url, trap.url]);
    await allowed.resolve({ url: `${neighbour.url}/a.png`, destination: 'image' });
    expect(trap.hits).toEqual(['/ok']);
  });

  it('follows five redirects and refuses the sixth', async () => {
    const site = await host((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end('done');
      else redirect(`/${left - 1}`)(request, response);
    });
    expect(await resolver([site.url]).resolve({ url: `${site.url}/5`, destination: 'image' })).toMatchObject({
      kind: 'redirect',
    });
    expect(await resolver([site.url]).resolve({ url: `${site.url}/6`, destination: 'image' })).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('redirects'),
    });
  });

  it('waits for no body of a redirect or a refusal', async () => {
    const site = await host((request, response) => {
      if (request.url === '/there') response.end('there');
      else response.writeHead(request.url === '/moved' ? 302 : 404, { location: '/there' }).write('more to come');
    });
    const external = resolver([site.url], {}, { attemptTimeoutMs: 5_000 });
    const ask = (path: string) => external.resolve({ url: site.url + path, destination: 'image' });
    expect(await ask('/moved')).toMatchObject({ kind: 'redirect' });
    expect(await ask('/absent')).toMatchObject({ kind: 'failed', status: 404 });
  });

  it('dials the address that was checked, whatever the name answers later', async () => {
    const site = await host((request, response) => response.end(request.headers.host));
    const port = new URL(site.url).port;
    let lookups = 0;
    const lookup = async () => {
      lookups += 1;
      return [{ address: lookups === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
    };
    const external = resolver([`http://assets.test:${port}`], { lookup });
    const answer = await external.resolve({ url: `http://assets.test:${port}/a.txt`, destination: 'fetch' });
    if (answer.kind !== 'file') throw new Error(`unexpected ${answer.kind}`);
    expect(readFileSync(answer.file, 'utf8')).toBe(`assets.test:${port}`);
    expect(lookups).toBe(1);
  });

  it('refuses loopback, other methods and WebSockets, and names only the host', async () => {
    const trap = await host((_request, response) => response.end());
    const external = resolver([]);
    await external.resolve({ url: `${trap.url}/secret?key=1`, destination: 'fetch' });
    const posting = resolver([trap.url]);
    expect(await posting.resolve({ url: `${trap.url}/`, method: 'POST', destination: 'fetch' })).toMatchObject({
      kind: 'refused',
    });
    external.noteRefused('ws://127.0.0.1:6379/', 'WebSocket is not available to a composition');
    expect(codes(external)).toEqual(['network_blocked', 'network_blocked']);
    expect(JSON.stringify(external.warnings)).not.toContain('secret');
    expect(trap.hits).toEqual([]);
  });

  it('bounds size, after decompression too, and time; nothing partial stays', async () => {
    const site = await host((request, response) => {
      if (request.url === '/bomb') response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(100_000)));
      else if (request.url === '/long') response.end(Buffer.alloc(2000));
      else if (request.url === '/stream') response.write(Buffer.alloc(2000), () => response.end());
      else if (request.url === '/fits') response.setHeader('content-encoding', 'gzip').end(gzipSync('fits'));
    });
    const external = resolver([site.url], {}, { maxBytes: 1000, attemptTimeoutMs: 300, totalTimeoutMs: 300 });
    for (const path of ['/bomb', '/long', '/stream']) {
      expect(await external.resolve({ url: site.url + path, destination: 'image' })).toMatchObject({
        kind: 'failed',
        reason: expect.stringContaining('1000 bytes'),
      });
    }
    expect(await external.resolve({ url: `${site.url}/hangs`, destination: 'image' })).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('time limit'),
    });
    expect(readdirSync(external.cacheDir)).toEqual([]);
    const answer = await external.resolve({ url: `${site.url}/fits`, destination: 'image' });
    if (answer.kind !== 'file') throw new Error(`unexpected ${answer.kind}`);
    expect(readFileSync(answer.file, 'utf8')).toBe('fits');
  });

  it.each([
    [503, 2],
    [429, 2],
    [404, 1],
    [403, 1],
  ])('after %i it asks %i times', async (status, times) => {
    const site = await host((_request, response) => response.writeHead(status).end());
    const external = resolver([site.url], {}, { attempts: 2 });
    expect(await external.resolve({ url: `${site.url}/f.woff2`, destination: 'font' })).toMatchObject({
      kind: 'failed',
      status,
    });
    expect(site.hits).toHaveLength(times);
    expect(codes(external)).toEqual(['media_load_failed']);
  });

  it('serves bundled families of a web font service without network', async () => {
    const external = resolver([], { offline: true });
    const url = 'https://fonts.googleapis.com/css2?family=Inter:wght@400;900&family=Poppins';
    expect(await external.resolve({ url, destination: 'style' })).toMatchObject({ kind: 'text', status: 200 });
    expect(external.warnings).toEqual([]);
    await external.resolve({ url: `${url}&family=Lobster`, destination: 'style' });
    expect(codes(external)).toEqual(['network_blocked', 'media_load_failed']);
    expect(external.warnings[1]?.message).toContain('family=Lobster');
    expect(external.warnings[0]?.message).toMatch(/or render without --offline\.$/);
  });

  it('passes on what chooses a representation and nothing that tells who asks', async () => {
    let seen: IncomingMessage['headers'] = {};
    const site = await host((request, response) => {
      seen = request.headers;
      response.end();
    });
    await resolver([site.url]).resolve({
      url: `${site.url}/a`,
      destination: 'style',
      headers: { 'user-agent': 'browser', cookie: 'a=b', authorization: 'x', referer: 'y', accept: 'text/css' },
    });
    expect(seen).toMatchObject({ 'user-agent': 'browser', accept: 'text/css' });
    for (const name of ['cookie', 'authorization', 'referer']) expect(seen[name]).toBeUndefined();
  });
});

describe('fetchRemoteAsset', () => {
  it('fetches through redirects for the origin to serve, or says that it cannot', async () => {
    const site = await host((request, response) => {
      if (request.url === '/clip.mp4') redirect('/real')(request, response);
      else if (request.url === '/real') response.setHeader('content-type', 'video/mp4').end('video');
      else response.writeHead(404).end();
    });
    const external = resolver([site.url]);
    const asset = await fetchRemoteAsset(`${site.url}/clip.mp4`, 'video', external);
    expect(asset).toMatchObject({
      contentType: 'video/mp4',
      path: expect.stringMatching(/^\/__framefarm\/remote\/\w+\.mp4$/),
    });
    expect(readFileSync(asset?.file ?? '', 'utf8')).toBe('video');
    expect(await fetchRemoteAsset(`${site.url}/none.mp4`, 'video', external)).toBeNull();
    expect(codes(external)).toEqual(['media_load_failed']);
  });
});
