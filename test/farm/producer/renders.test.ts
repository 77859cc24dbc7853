/** The job resource: submit, read, list, cancel, retry, delete (http-api 3). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idempotencyClaim } from '../../../apps/producer/src/idempotency/idempotency-key.js';
import { admit, complete, HTML, startTestProducer, type TestProducer } from '../../support/farm/producer.js';

let producer: TestProducer;
beforeAll(async () => {
  producer = await startTestProducer();
});
afterAll(() => producer.end());

const json = async (answer: Response) => (await answer.json()) as Record<string, unknown>;

async function submit(about: object = {}, headers: Record<string, string> = {}) {
  const answer = await producer.call('POST', '/renders', { source: { html: HTML }, ...about }, headers);
  expect(answer.status).toBe(202);
  return { answer, render: await json(answer) };
}

const cancel = (id: unknown) => producer.call('POST', `/renders/${String(id)}/cancel`);

describe('submitting a render', () => {
  it('answers 202 with its place, its options after defaults, and where to look', async () => {
    const { answer, render } = await submit({ labels: { team: 'a' }, metadata: { n: 1 }, outputResolution: '4k' });
    expect(answer.headers.get('location')).toBe(`/renders/${render.id}`);
    expect(answer.headers.get('x-render-id')).toBe(render.id);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(render).toMatchObject({
      status: 'queued',
      reason: 'accepted',
      ahead: 0,
      epoch: 1,
      labels: { team: 'a' },
      metadata: { n: 1 },
      options: { entryFile: 'index.html', format: 'mp4', quality: 'standard', outputResolution: '4k' },
    });
    await cancel(render.id);
  });

  it('waits first in, first out within a priority, and tells how many are ahead', async () => {
    const first = (await submit()).render;
    const second = (await submit()).render;
    const hasty = (await submit({ priority: 90 })).render;
    const read = async (id: unknown) => (await json(await producer.call('GET', `/renders/${String(id)}`))).ahead;
    expect([await read(hasty.id), await read(first.id), await read(second.id)]).toEqual([0, 1, 2]);
    for (const { id } of [first, second, hasty]) await cancel(id);
  });

  it('makes one render of 50 parallel posts with one key, over two producers', async () => {
    const other = await producer.another();
    const body = JSON.stringify({ source: { html: HTML } });
    const headers = { 'idempotency-key': 'once', 'content-type': 'application/json' };
    const posts = Array.from({ length: 50 }, (_, index) =>
      fetch(`${index % 2 === 0 ? producer.url : other.url}/renders`, { method: 'POST', body, headers }),
    );
    const answers = await Promise.all(posts);
    const bodies = new Set(await Promise.all(answers.map((answer) => answer.text())));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 202));
    expect(bodies.size).toBe(1);
    expect(answers.filter((answer) => answer.headers.get('idempotency-replayed') === null)).toHaveLength(1);
    expect((await producer.farm.line.status()).queuedRenders).toBe(1);
    await cancel(JSON.parse([...bodies][0] ?? '{}').id);
  });

  it('refuses a key that was used with another body, and one that is none', async () => {
    const { render } = await submit({}, { 'idempotency-key': 'mine' });
    const body = { source: { html: HTML }, fps: 25 };
    const other = await producer.call('POST', '/renders', body, { 'idempotency-key': 'mine' });
    expect([other.status, (await json(other)).code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    const empty = await producer.call('POST', '/renders', body, { 'idempotency-key': '' });
    expect([empty.status, (await json(empty)).code]).toEqual([400, 'INVALID_IDEMPOTENCY_KEY']);
    await cancel(render.id);
  });

  it('checks without storing anything', async () => {
    const before = (await json(await producer.call('GET', '/renders'))).items as unknown[];
    const good = await producer.call('POST', '/renders/check', { source: { files: { 'a/b.html': HTML } } });
    expect([good.status, (await json(good)).entryFile]).toEqual([200, 'a/b.html']);
    const bad = await producer.call('POST', '/renders/check', { source: { html: HTML }, entryFile: '../x.html' });
    expect(bad.status).toBe(400);
    const after = (await json(await producer.call('GET', '/renders'))).items as unknown[];
    expect(after).toHaveLength(before.length);
  });
});

describe('reading renders', () => {
  it('gives an entity tag that changes with the render', async () => {
    const { render } = await submit();
    const first = await producer.call('GET', `/renders/${render.id}`);
    const tag = first.headers.get('etag') ?? '';
    const same = await producer.call('GET', `/renders/${render.id}`, undefined, { 'if-none-match': tag });
    expect(same.status).toBe(304);
    await cancel(render.id);
    const changed = await producer.call('GET', `/renders/${render.id}`, undefined, { 'if-none-match': tag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('retry-after')).toBeNull();
  });

  it('pages through a filtered list with signed cursors', async () => {
    const ids: unknown[] = [];
    for (let index = 0; index < 3; index += 1) ids.push((await submit({ labels: { list: 'yes' } })).render.id);
    const first = await json(await producer.call('GET', '/renders?label=list:yes&limit=2'));
    const link = (await producer.call('GET', '/renders?label=list:yes&limit=2')).headers.get('link') ?? '';
    const [, next = ''] = /<(.+)>; rel="next"/.exec(link) ?? [];
    const second = await json(await producer.call('GET', next));
    const shown = [...(first.items as { id: string }[]), ...(second.items as { id: string }[])].map(({ id }) => id);
    expect(shown).toEqual(ids.toReversed());
    expect(second.nextCursor).toBeNull();
    const cursor = encodeURIComponent(String(first.nextCursor));
    const elsewhere = await producer.call('GET', `/renders?limit=2&cursor=${cursor}`);
    expect([elsewhere.status, (await json(elsewhere)).code]).toEqual([400, 'INVALID_CURSOR']);
    for (const id of ids) await cancel(id);
  });
});

describe('cancel, retry and delete', () => {
  it('cancels once and gives the same record ever after', async () => {
    const { render } = await submit();
    const first = await cancel(render.id);
    const second = await cancel(render.id);
    expect([first.status, second.status]).toEqual([202, 200]);
    expect(await second.json()).toEqual(await first.json());
  });

  it('runs a cancelled render again under a new epoch, and no other', async () => {
    const { render } = await submit();
    const active = await producer.call('POST', `/renders/${render.id}/retry`);
    expect([active.status, (await json(active)).code]).toEqual([409, 'RENDER_ACTIVE']);
    await cancel(render.id);
    const headers = { 'idempotency-key': 'again' };
    const again = await producer.call('POST', `/renders/${render.id}/retry`, undefined, headers);
    const repeat = await producer.call('POST', `/renders/${render.id}/retry`, undefined, headers);
    expect([again.status, repeat.status, repeat.headers.get('idempotency-replayed')]).toEqual([202, 202, 'true']);
    expect(await json(again)).toMatchObject({ status: 'queued', epoch: 2 });
    const other = await producer.call('POST', `/renders/${render.id}/retry`, { priority: 9 }, headers);
    expect([other.status, (await json(other)).code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    await admit(producer.farm, String(render.id));
    await complete(producer, String(render.id), Buffer.from('video'));
    const finished = await producer.call('POST', `/renders/${render.id}/retry`);
    expect([finished.status, (await json(finished)).code]).toEqual([409, 'RENDER_FINISHED']);
  });

  it('runs a render again once for one key, however many ask at once, and although the first answer was lost', async () => {
    const { render } = await submit();
    const id = String(render.id);
    await cancel(id);
    const retry = (key: string) => producer.call('POST', `/renders/${id}/retry`, undefined, { 'idempotency-key': key });
    const answers = await Promise.all(Array.from({ length: 8 }, () => retry('together')));
    const bodies = await Promise.all(answers.map(json));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
    for (const body of bodies) expect(body).toEqual(bodies[0]);
    expect(bodies[0]).toMatchObject({ status: 'queued', epoch: 2 });

    await cancel(id);
    // As a producer leaves it that is killed before it answers.
    await producer.farm.renders.requeue(id, idempotencyClaim('lost', 'local', `POST /renders/${id}/retry`, {}));
    const repeat = await retry('lost');
    expect([repeat.status, repeat.headers.get('idempotency-replayed')]).toEqual([202, 'true']);
    expect(await json(repeat)).toMatchObject({ status: 'queued', epoch: 3 });
    await cancel(id);
  });

  it('deletes finished renders alone, and says beforehand what would go', async () => {
    const { render } = await submit();
    const early = await producer.call('DELETE', `/renders/${render.id}`);
    expect([early.status, (await json(early)).code]).toEqual([409, 'RENDER_ACTIVE']);
    await cancel(render.id);
    const preview = await producer.call('GET', `/renders/${render.id}/deletion`);
    expect(await json(preview)).toMatchObject({ id: render.id, removes: { record: true } });
    expect((await producer.call('DELETE', `/renders/${render.id}`)).status).toBe(202);
    expect(await producer.farm.retention.due('record', 100)).toContain(render.id);
  });
});
