/** Webhooks: signed, tried again, stopped when nobody wants them (http-api 3.8). */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, keysFile, SECRET, writeKeys } from '../../support/farm/api-keys.js';
import { admit, complete, HTML, startTestProducer, type TestProducer } from '../../support/farm/producer.js';
import { eventually } from '../../support/machine/eventually.js';

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let producer: TestProducer;
let impatient: TestProducer;
let receiver: Server;
let origin: string;
/** Accepts connections and requests, and never says a word. */
let silent: Server;
let silentOrigin: string;
const received: Received[] = [];

const listening = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

beforeAll(async () => {
  silent = createServer(() => {});
  silentOrigin = await listening(silent);
  receiver = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const path = request.url ?? '';
    received.push({ path, headers: request.headers, body });
    const before = received.filter((one) => one.path === path).length;
    if (path === '/gone' || (path === '/back' && before === 1)) response.writeHead(410).end();
    else if (path === '/moved') response.writeHead(302, { location: '/elsewhere' }).end();
    else if (path === '/late' && before === 1) return;
    else if (path === '/endless') response.writeHead(200).write('well received, and');
    else if (path === '/broken')
      response.writeHead(200, { 'content-length': 100 }).write('well received', () => response.socket?.end());
    else if (path === '/busy' && before === 1) response.writeHead(503, { 'retry-after': '1' }).end('later');
    else response.writeHead(204).end();
  });
  origin = await listening(receiver);
  const apiKeysFile = await keysFile([{ name: 'ana', webhookSecrets: [SECRET] }, { name: 'ben' }]);
  const settings = { apiKeysFile, networkAllow: [origin, silentOrigin], maxConcurrentRenders: 10 };
  // A busy machine may take longer than the ten seconds of a try until a test has looked at all that are under way.
  producer = await startTestProducer({ ...settings, webhookTryMs: 120_000 });
  impatient = await startTestProducer({ ...settings, webhookTryMs: 400 });
});
afterAll(async () => {
  for (const server of [receiver, silent]) {
    server.closeAllConnections();
    server.close();
  }
  await Promise.all([producer.end(), impatient.end()]);
});

const submit = (about: object, name = 'ana', to = producer) =>
  to.call('POST', '/renders', { source: { html: HTML }, ...about }, bearer(name));

async function finished(path: string, about: object = {}, on = producer): Promise<string> {
  const answer = await submit({ webhook: { url: new URL(path, origin).href }, ...about }, 'ana', on);
  const { id } = (await answer.json()) as { id: string };
  await admit(on.farm, id);
  await complete(on, id, Buffer.from('video'));
  return id;
}

interface Shown {
  readonly id: string;
  readonly status: string;
  readonly attempts: readonly { readonly status: number | null; readonly excerpt: string }[];
}

const deliveries = async (id: string, on = producer): Promise<readonly Shown[]> => {
  const answer = await on.call('GET', `/renders/${id}/webhook-deliveries`, undefined, bearer('ana'));
  return ((await answer.json()) as { items: Shown[] }).items;
};

const settled = (id: string, status: string, on = producer) =>
  eventually(async () => {
    const [only] = await deliveries(id, on);
    expect(only?.status).toBe(status);
    return only;
  });

/** A try that `impatient` has given up. */
const UNANSWERED = { status: null, excerpt: 'no answer within 0.4 s' };

const at = (path: string) => received.filter((one) => one.path === path);

describe('webhooks', () => {
  it('tell of the end with a signature that another implementation accepts', async () => {
    const id = await finished('/ok', { metadata: { build: 7 } });
    await settled(id, 'delivered');
    const [only, ...more] = at('/ok');
    expect(more).toEqual([]);
    const { headers, body } = only ?? { headers: {}, body: '' };
    const verified = new Webhook(SECRET).verify(body, headers as Record<string, string>);
    expect(verified).toMatchObject({
      type: 'render.completed',
      data: { id, status: 'completed', metadata: { build: 7 } },
    });
    expect(body).not.toContain('"perf"');
    expect(body).not.toContain('storeKey');
    expect(() => new Webhook(SECRET).verify(`${body} `, headers as Record<string, string>)).toThrow();
  });

  it.concurrent('that no answer comes to are given up in time and come again by their schedule, which the log tells', async () => {
    const id = await finished('/late', {}, impatient);
    await eventually(async () => expect((await deliveries(id, impatient))[0]?.attempts[0]).toMatchObject(UNANSWERED));
    const delivery = await settled(id, 'delivered', impatient);
    const [last, ...before] = delivery?.attempts.toReversed() ?? [];
    expect(last).toMatchObject({ status: 204 });
    // More than one where this machine stood still for longer than a try may take.
    expect(before).toEqual(before.map(() => expect.objectContaining(UNANSWERED)));
    expect(before.length).toBeGreaterThan(0);
    const [first, second] = at('/late');
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  });

  it.concurrent('come again after the time that the receiver names, with the same id and body', async () => {
    const id = await finished('/busy');
    const delivery = await settled(id, 'delivered').catch(() => null);
    // The second try waits at least for the shortest pause of the schedule.
    expect(delivery?.attempts.map(({ status }) => status)).toEqual([503, 204]);
    const [first, second] = at('/busy');
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body).toBe(first?.body);
  });

  it.each([
    ['does not end', '/endless', 'well received, and'],
    ['breaks off', '/broken', 'well received'],
  ])('are delivered by the status of their answer, also where its body %s', async (_what, path, excerpt) => {
    const delivery = await settled(await finished(path, {}, impatient), 'delivered', impatient);
    expect(delivery?.attempts.at(-1)).toMatchObject({ status: 200, excerpt });
    expect(delivery?.attempts.slice(0, -1).every(({ status }) => status === null)).toBe(true);
  });

  it('to a receiver that never answers hold up nobody else, however many they are', async () => {
    const held: string[] = [];
    for (let count = 0; count < 24; count += 1) held.push(await finished(`${silentOrigin}/`));
    await settled(await finished('/meanwhile'), 'delivered');
    expect(at('/meanwhile')).toHaveLength(1);
    for (const id of held) expect(await deliveries(id)).toMatchObject([{ status: 'pending', attempts: [] }]);
  });

  it('stop for a URL that answered 410', async () => {
    await settled(await finished('/gone'), 'stopped');
    const [later] = [await settled(await finished('/gone'), 'stopped')];
    expect(later?.attempts).toEqual([]);
    expect(at('/gone')).toHaveLength(1);
  });

  it('follow no redirect', async () => {
    const id = await finished('/moved');
    await eventually(async () => expect((await deliveries(id))[0]?.attempts[0]?.status).toBe(302));
    expect(at('/elsewhere')).toEqual([]);
  });

  it('are sent again on request', async () => {
    const id = await finished('/again');
    const delivery = await settled(id, 'delivered');
    const path = `/webhook-deliveries/${delivery?.id}/redeliver`;
    expect((await producer.call('POST', path, undefined, bearer('ben'))).status).toBe(404);
    expect((await producer.call('POST', path, undefined, bearer('ana'))).status).toBe(202);
    await eventually(() => expect(at('/again')).toHaveLength(2));
  });

  it('are sent again on request to a URL that answered 410, which gets later ones too once it took that', async () => {
    const id = await finished('/back');
    const delivery = await settled(id, 'stopped');
    const path = `/webhook-deliveries/${delivery?.id}/redeliver`;
    expect((await producer.call('POST', path, undefined, bearer('ana'))).status).toBe(202);
    await settled(id, 'delivered');
    await settled(await finished('/back'), 'delivered');
    expect(at('/back')).toHaveLength(3);
  });

  it.each([
    'http://127.0.0.1:1/',
    'https://127.0.0.1/',
    'https://[::ffff:10.0.0.1]/',
    'https://2130706433/',
    'http://example.com/',
    'https://169.254.169.254/latest',
    'file:///etc/passwd',
    'https://user:pass@example.com/',
  ])('are refused for %s before there is a render', async (url) => {
    const answer = await submit({ webhook: { url } });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'URL_NOT_ALLOWED']);
  });

  it('need a secret of the key', async () => {
    const answer = await submit({ webhook: { url: `${origin}/ok` } }, 'ben');
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'WEBHOOK_SECRET_MISSING']);
  });
});

describe('webhooks of a key', () => {
  const ana = { name: 'ana', webhookSecrets: [SECRET] };
  const operator = { name: 'operator' };

  it.each([
    ['that has no secret any more', '/no-secret', [operator, { name: 'ana' }]],
    ['that is gone', '/no-key', [operator]],
  ])('%s are not sent, and the log tells why', async (_what, path, left) => {
    const apiKeysFile = await keysFile([operator, ana]);
    const own = await startTestProducer({ apiKeysFile, networkAllow: [origin] });
    const answer = await submit({ webhook: { url: `${origin}${path}` } }, 'ana', own);
    const { id } = (await answer.json()) as { id: string };
    await admit(own.farm, id);
    await writeKeys(apiKeysFile, left);
    await complete(own, id, Buffer.from('video'));
    await eventually(async () => {
      const metrics = await own.call('GET', '/metrics', undefined, bearer('operator'));
      expect(await metrics.text()).toMatch(/webhook_tries_total\{[^}]*"(delivered|failed)"[^}]*\} 1$/m);
    });
    await writeKeys(apiKeysFile, [operator, ana]);
    const why = { status: null, excerpt: expect.stringMatching(/^not sent: the API key/) };
    expect(await settled(id, 'failed', own)).toMatchObject({ attempts: [why] });
    expect(at(path)).toEqual([]);
    await own.end();
  });
});
