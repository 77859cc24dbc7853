/** Downloads: ranges, tags, names, and why there is none (http-api 3.5). */
import { readdirSync, readlinkSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admit, complete, HTML, startTestProducer, type TestProducer } from '../../support/farm/producer.js';
import { until } from '../../support/machine/processes.js';
import { fillDisk, mountSmall } from '../../support/machine/tmpfs.js';
import { zipOf } from '../../support/projects/archives.js';

const BYTES = Buffer.from('0123456789');

let producer: TestProducer;
let id: string;
beforeAll(async () => {
  producer = await startTestProducer();
  id = await submit({ outputName: 'films/Größe "1".mp4' });
  await admit(producer.farm, id);
  await complete(producer, id, BYTES);
});
afterAll(() => producer.end());

async function submit(about: object = {}): Promise<string> {
  const answer = await producer.call('POST', '/renders', { source: { html: HTML }, ...about });
  return ((await answer.json()) as { id: string }).id;
}

function linkOf(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return ''; // It was closed meanwhile.
  }
}

const output = (headers: Record<string, string> = {}, method = 'GET', query = '') =>
  producer.call(method, `/renders/${id}/output${query}`, undefined, headers);

describe('the output of a completed render', () => {
  it('is saved with the extension of what it is, also under a name that has none, and a deletion calls it the same', async () => {
    const bare = await submit({ outputName: 'films/Größe' });
    await admit(producer.farm, bare);
    await complete(producer, bare, BYTES);
    const answer = await producer.call('GET', `/renders/${bare}/output`);
    expect(answer.headers.get('content-disposition')).toContain('filename="Gr__e.mp4"');
    const preview = await producer.call('GET', `/renders/${bare}/deletion`);
    expect(await preview.json()).toMatchObject({ removes: { output: { fileName: 'Größe.mp4' } } });
  });

  it('comes whole with type, length, tag and both forms of its name', async () => {
    const answer = await output();
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('0123456789');
    const headers = Object.fromEntries(answer.headers);
    expect(headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '10',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="Gr__e _1_.mp4"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.mp4`,
    });
    expect(headers.etag).toMatch(/^"[0-9a-f]{64}"$/);
    const inline = await output({}, 'GET', '?disposition=inline');
    expect(inline.headers.get('content-disposition')).toMatch(/^inline;/);
    for (const query of ['disposition=Inline', 'disposition=inline&disposition=attachment', 'redirect=no']) {
      const [field] = query.split('=');
      const refused = await output({}, 'GET', `?${query}`);
      expect([refused.status, await refused.json()]).toMatchObject([400, { errors: [{ pointer: `/${field}` }] }]);
    }
  });

  it('answers HEAD with the same headers and nothing else', async () => {
    for (const range of ['bytes=0-3', 'bytes=99-']) {
      const answer = await output({ range }, 'HEAD');
      expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '10', '']);
    }
  });

  it.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
    ['bytes=0-1,4-5', 200, '0123456789', null],
    ['lines=1-2', 200, '0123456789', null],
  ])('serves %s', async (range, status, text, contentRange) => {
    const answer = await output({ range });
    expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([
      status,
      text,
      contentRange,
    ]);
  });

  it('refuses a range behind its end', async () => {
    const answer = await output({ range: 'bytes=10-' });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */10']);
    // Or a browser would save the refusal as the video.
    expect([answer.headers.get('content-disposition'), answer.headers.get('etag')]).toEqual([null, null]);
    expect(((await answer.json()) as { code: string }).code).toBe('RANGE_NOT_SATISFIABLE');
  });

  it('compares tags', async () => {
    const etag = (await output()).headers.get('etag') ?? '';
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await output({ 'if-none-match': etag }, method);
      expect([status, headers.get('content-length')]).toEqual([304, null]);
    }
    expect((await output({ 'if-none-match': '"other"' })).status).toBe(200);
    expect((await output({ range: 'bytes=0-0', 'if-range': etag })).status).toBe(206);
    expect((await output({ range: 'bytes=0-0', 'if-range': '"other"' })).status).toBe(200);
  });
});

describe('a png-sequence', () => {
  const sequenceOf = async (frame: Buffer): Promise<string> => {
    const archive = zipOf(
      { name: 'frame_000001.png', content: frame, method: 0 },
      { name: 'audio.aac', content: 'sound', method: 0 },
    );
    const sequence = await submit({ format: 'png-sequence', outputName: 'stills' });
    await admit(producer.farm, sequence);
    const about = { contentType: 'application/zip', fileName: 'x.zip', files: ['frame_000001.png', 'audio.aac'] };
    await complete(producer, sequence, archive, about);
    return sequence;
  };

  it('keeps nothing open for a client that leaves in the midst of a file, or asks for one that is not there', async () => {
    const open = () =>
      readdirSync('/proc/self/fd').filter((fd) => linkOf(fd).startsWith(`${producer.store.location}/`)).length;
    const sequence = await sequenceOf(Buffer.alloc(64 * 1024 ** 2));
    const gone = new AbortController();
    const place = `${producer.url}/renders/${sequence}/output`;
    const answer = await fetch(`${place}/frame_000001.png`, { signal: gone.signal });
    await answer.body?.getReader().read();
    expect(open()).toBe(1);
    gone.abort();
    expect((await fetch(`${place}/frame_000002.png`)).status).toBe(404);
    await until(
      () => open() === 0,
      () => 'the archive is still open',
      3_000,
    );
  });

  it('is one archive, and each of its files by name', async () => {
    const frame = Buffer.from('not really a picture');
    const sequence = await sequenceOf(frame);
    const whole = await producer.call('GET', `/renders/${sequence}/output`);
    expect(whole.headers.get('content-type')).toBe('application/zip');
    expect(whole.headers.get('content-disposition')).toContain('filename="stills.zip"');
    const one = await producer.call('GET', `/renders/${sequence}/output/frame_000001.png`);
    expect([one.status, one.headers.get('content-type'), await one.text()]).toEqual([200, 'image/png', String(frame)]);
    const tag = one.headers.get('etag') ?? '';
    const again = { 'if-none-match': tag };
    const known = await producer.call('GET', `/renders/${sequence}/output/frame_000001.png`, undefined, again);
    expect([known.status, await known.text()]).toEqual([304, '']);
    const sound = await producer.call('GET', `/renders/${sequence}/output/audio.aac`, undefined, again);
    expect(sound.headers.get('etag')).not.toBe(tag);
    expect([sound.headers.get('content-type'), await sound.text()]).toEqual(['audio/aac', 'sound']);
    expect((await producer.call('GET', `/renders/${sequence}/output/frame_000002.png`)).status).toBe(404);
  });
});

describe('renders without an output', () => {
  const code = async (render: string) => {
    const answer = await producer.call('GET', `/renders/${render}/output`);
    return [answer.status, ((await answer.json()) as { code: string }).code];
  };

  it('say why', async () => {
    const waiting = await submit();
    expect(await code(waiting)).toEqual([409, 'RENDER_NOT_FINISHED']);
    await producer.call('POST', `/renders/${waiting}/cancel`);
    expect(await code(waiting)).toEqual([409, 'RENDER_HAS_NO_OUTPUT']);
    const old = await submit();
    await admit(producer.farm, old);
    await complete(producer, old, BYTES, { expiresAt: new Date(0).toISOString() });
    expect(await code(old)).toEqual([410, 'OUTPUT_EXPIRED']);
  });
});

describe('a store that is away for a while', () => {
  it('has no room: what is submitted may come again, and is taken when there is some', async ({ skip }) => {
    const store = mountSmall(256 * 1024);
    if (store === null) return skip('needs to mount a file system');
    const own = await startTestProducer({ store });
    const submitted = () => own.call('POST', '/renders', { source: { html: HTML } });
    fillDisk(join(store, 'fill'));
    const full = await submitted();
    expect([full.status, full.headers.get('retry-after'), await full.json()]).toEqual([
      503,
      '5',
      expect.objectContaining({ code: 'STORE_UNAVAILABLE', retryable: true }),
    ]);
    await rm(join(store, 'fill'));
    expect((await submitted()).status).toBe(202);
    await own.end();
  });

  it('has lost no output: readiness and downloads say 503 meanwhile, and the file comes afterwards', async () => {
    const own = await startTestProducer();
    const call = own.call('POST', '/render', { html: HTML });
    const id = await until(
      async () => (await own.farm.renders.list({ owner: 'local' }, 1)).items[0]?.id,
      () => 'no render',
    );
    await admit(own.farm, id);
    await complete(own, id, BYTES);
    const { outputUrl } = (await (await call).json()) as { outputUrl: string };
    const aside = `${own.store.location}.aside`;
    await rename(own.store.location, aside);
    expect((await own.call('GET', '/readyz')).status).toBe(503);
    const away = await own.call('GET', `/renders/${id}/output`);
    expect([away.status, await away.json()]).toEqual([503, expect.objectContaining({ code: 'STORE_UNAVAILABLE' })]);
    expect((await own.call('HEAD', `/renders/${id}/output`)).status).toBe(503);
    expect((await own.call('GET', outputUrl)).status).toBe(503);
    await rename(aside, own.store.location);
    expect(await (await own.call('GET', outputUrl)).text()).toBe('0123456789');
    await own.end();
  });
});
