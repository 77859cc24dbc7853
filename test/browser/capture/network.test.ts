import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stagePage } from './stage-page.js';
import { useStages } from './stages.js';

const bench = useStages();

/** Counts what arrives on another port of this machine: nothing may. */
const trap = createServer((_, response) => {
  arrived += 1;
  response.setHeader('access-control-allow-origin', '*');
  response.end('reached');
});
const datagrams = createSocket('udp4');
let arrived = 0;
let port = 0;
let udpPort = 0;
beforeAll(async () => {
  trap.on('connection', () => {
    arrived += 1;
  });
  datagrams.on('message', () => {
    arrived += 1;
  });
  await new Promise<void>((resolve) => trap.listen(0, '0.0.0.0', resolve));
  await new Promise<void>((resolve) => datagrams.bind(0, '0.0.0.0', resolve));
  port = (trap.address() as AddressInfo).port;
  udpPort = datagrams.address().port;
});
afterAll(() => {
  trap.close();
  trap.closeAllConnections();
  datagrams.close();
});
beforeEach(() => {
  arrived = 0;
});

const scriptAt = (source: string) => ({
  '/worker.js': (_: unknown, response: { setHeader(n: string, v: string): void; end(s: string): void }) => {
    response.setHeader('content-type', 'text/javascript');
    response.end(source);
  },
});

/** Attempts of a page; each resolves to a word when it is over. */
const ATTEMPTS: Readonly<Record<string, string>> = {
  'fetch by address': `fetch('http://127.0.0.1:PORT/').then((r) => r.text(), () => 'refused')`,
  'fetch by name': `fetch('http://localhost:PORT/').then((r) => r.text(), () => 'refused')`,
  'fetch by number': `fetch('http://2130706433:PORT/').then((r) => r.text(), () => 'refused')`,
  'fetch over IPv6': `fetch('http://[::ffff:127.0.0.1]:PORT/').then((r) => r.text(), () => 'refused')`,
  'fetch over https': `fetch('https://127.0.0.1:PORT/').then((r) => r.text(), () => 'refused')`,
  image: `new Promise((done) => { const i = new Image(); i.onload = i.onerror = () => done('over'); i.src = 'http://127.0.0.1:PORT/a.png'; })`,
  beacon: `(navigator.sendBeacon('http://127.0.0.1:PORT/b', 'x'), fetch('/').then(() => 'over'))`,
  frame: `new Promise((done) => { const f = document.createElement('iframe'); f.onload = () => done('over'); f.src = 'http://127.0.0.1:PORT/f'; document.body.append(f); })`,
  WebSocket: `new Promise((done) => { const s = new WebSocket('ws://127.0.0.1:PORT/'); s.onclose = () => done('refused'); s.onopen = () => done('reached'); })`,
  EventSource: `new Promise((done) => { const s = new EventSource('http://127.0.0.1:PORT/'); s.onerror = () => { s.close(); done('refused'); }; })`,
  worker: `new Promise((done) => { const w = new Worker('/worker.js'); w.onmessage = ({ data }) => done(data); })`,
  WebRTC: `new Promise((done) => { const c = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:UDP' }] });
    setTimeout(done, 1_500, 'over'); // Where no datagram may leave, gathering never completes.
    c.createDataChannel('x'); c.createOffer().then((o) => c.setLocalDescription(o)); })`,
};

const fill = (source: string) => source.replaceAll('PORT', String(port)).replaceAll('UDP', String(udpPort));

const WORKER = `const ask = fetch('http://127.0.0.1:PORT/').then((r) => r.text(), () => 'refused');
  const socket = new Promise((done) => { const s = new WebSocket('ws://127.0.0.1:PORT/'); s.onclose = () => done(); s.onopen = () => done(); });
  Promise.all([ask, socket]).then(([word]) => postMessage(word));`;

describe('the walls around the page', () => {
  it('count what arrives (neighbour that must pass)', async () => {
    await fetch(`http://127.0.0.1:${port}/`);
    expect(arrived).toBeGreaterThan(0);
    const before = arrived;
    const heard = new Promise((resolve) => datagrams.once('message', resolve));
    const sender = createSocket('udp4');
    sender.send('x', udpPort, '127.0.0.1');
    await heard;
    sender.close();
    expect(arrived).toBe(before + 1);
  });

  it(`hold against: ${Object.keys(ATTEMPTS).join(', ')}`, async () => {
    // One in each frame.
    const attempts = Object.values(ATTEMPTS).map((attempt) => `() => ${fill(attempt)}`);
    const html = stagePage('', `(frame) => [${attempts.join()}][frame]().then((word) => { document.title = word; })`);
    const server = await bench.serve(html, scriptAt(fill(WORKER)));
    const stage = await bench.open(server.url);
    for (const [frame, name] of Object.keys(ATTEMPTS).entries()) {
      await stage.captureFrame(frame);
      expect(arrived, name).toBe(0);
    }
  });

  it('let the page reach its own origin (neighbour that must pass)', async () => {
    const show = `() => fetch('/data').then((r) => r.text()).then((word) => { if (word !== 'own') throw new Error(word); })`;
    const server = await bench.serve(stagePage('', show), { '/data': (_, response) => void response.end('own') });
    const stage = await bench.open(server.url);
    await stage.captureFrame(0);
  });
});

it('answers outside requests through the resolver, and names refused hosts', async () => {
  const asked: string[] = [];
  const show = `async () => {
    const text = (url) => fetch(url).then((r) => r.text(), () => 'refused');
    const words = await Promise.all(['https://good.example/a', 'http://good.example/b', 'https://bad.example/', 'http://bad.example/'].map(text));
    throw new Error(words.join());
  }`;
  const server = await bench.serve(stagePage('', show));
  const stage = await bench.open(server.url, {
    resolveExternal: async ({ url }) => {
      asked.push(url);
      return url.includes('good')
        ? { status: 200, headers: { 'access-control-allow-origin': '*' }, body: Buffer.from('answer') }
        : { refused: 'not on the list' };
    },
  });
  const words = await stage.captureFrame(0).catch((error: Error) => error.message);
  expect(asked.sort()).toEqual([
    'http://bad.example/',
    'http://good.example/b',
    'https://bad.example/',
    'https://good.example/a',
  ]);
  // A refused plain request is answered 403 without CORS headers: the page sees a failed fetch.
  expect(words).toContain('answer,answer,refused,refused');
  expect(await stage.takeWarnings()).toMatchObject([{ code: 'network_blocked', details: { host: 'bad.example' } }]);
  expect(await stage.takeWarnings()).toEqual([]);
});
