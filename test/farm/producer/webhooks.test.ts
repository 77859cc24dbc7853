/** Webhooks: signed, tried again, stopped when nobody wants them (http-api 3.8). */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bearer, keysFile, SECRET } from '../../support/api-keys.js';
import { admit, complete, HTML, startTestProducer, type TestProducer } from '../../support/producer.js';

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let producer: TestProducer;
let receiver: Server;
let origin: string;
const received: Received[] = [];

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const path = request.url ?? '';
    received.push({ path, headers: request.headers, body });
    const before = received.filter((one) => one.path === path).length;
    if (path === '/gone') response.writeHead(410).end();
    else if (path === '/moved') response.writeHead(302, { location: '/elsewhere' }).end();
    else if (path === '/busy' && before === 1) response.writeHead(503, { 'retry-after': '1' }).end('later');
    else response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const apiKeysFile = await keysFile([{ name: 'ana', webhookSecrets: [SECRET] }, { name: 'ben' }]);
  producer = await startTestProducer({ apiKeysFile, networkAllow: [origin], maxConcurrentRenders: 10 });
});
afterAll(async () => {
  await producer.end();
  receiver.closeAllConnections();
  receiver.close();
});

const submit = (about: object, name = 'ana') =>
  producer.call('POST', '/renders', { source: { html: HTML }, ...about }, bearer(name));

async function finished(path: string, about: object = {}): Promise<string> {
  const answer = await submit({ webhook: { url: `${origin}${path}` }, ...about });
  const { id } = (await answer.json()) as { id: string };
  await admit(producer.farm, id);
  await complete(producer, id, Buffer.from('video'));
  return id;
}

const deliveries = async (id: string) => {
  const answer = await producer.call('GET', `/renders/${id}/webhook-deliveries`, undefined, bearer('ana'));
  return ((await answer.json()) as { items: { id: string; status: string; attempts: { status: number }[] }[] }).items;
};

const settled = (id: string, status: string) =>
  vi.waitFor(async () => {
    const [only] = await deliveries(id);
    expect(only?.status).toBe(status);
    return only;
  }, 20_000);

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

  it('come again after the time that the receiver names, with the same id and body', async () => {
    const id = await finished('/busy');
    const delivery = await settled(id, 'delivered').catch(() => null);
    // The second try waits at least for the shortest pause of the schedule.
    expect(delivery?.attempts.map(({ status }) => status)).toEqual([503, 204]);
    const [first, second] = at('/busy');
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body).toBe(first?.body);
  });

  it('stop for a URL that answered 410', async () => {
    await settled(await finished('/gone'), 'stopped');
    const [later] = [await settled(await finished('/gone'), 'stopped')];
    expect(later?.attempts).toEqual([]);
    expect(at('/gone')).toHaveLength(1);
  });

  it('follow no redirect', async () => {
    const id = await finished('/moved');
    await vi.waitFor(async () => expect((await deliveries(id))[0]?.attempts[0]?.status).toBe(302), 10_000);
    expect(at('/elsewhere')).toEqual([]);
  });

  it('are sent again on request', async () => {
    const id = await finished('/again');
    const delivery = await settled(id, 'delivered');
    const path = `/webhook-deliveries/${delivery?.id}/redeliver`;
    expect((await producer.call('POST', path, undefined, bearer('ben'))).status).toBe(404);
    expect((await producer.call('POST', path, undefined, bearer('ana'))).status).toBe(202);
    await vi.waitFor(() => expect(at('/again')).toHaveLength(2), 10_000);
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
