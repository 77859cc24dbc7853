/** Batches over HTTP: all faults at once, names, manifest, cancel (http-api 3.6). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  admit,
  allMessages,
  complete,
  HTML,
  startTestProducer,
  type TestProducer,
} from '../../support/farm/producer.js';

let producer: TestProducer;
beforeAll(async () => {
  producer = await startTestProducer();
});
afterAll(() => producer.end());

const post = (path: string, about: object) => producer.call('POST', path, { source: { html: HTML }, ...about });

interface Preflight {
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly { pointer: string; code: string; detail: string }[];
}

describe('the preflight of a batch', () => {
  it('names the outputs with the extension of the format, and stores nothing', async () => {
    const rows = [{ name: 'ada' }, { name: 'grace' }];
    const checked = await post('/batches/check', { rows, outputTemplate: 'cards/{name}', format: 'gif' });
    expect(await checked.json()).toEqual({ ok: true, total: 2, outputNames: ['cards/ada.gif', 'cards/grace.gif'] });
    const plain = await post('/batches/check', { rows });
    expect(await plain.json()).toMatchObject({ outputNames: ['0.mp4', '1.mp4'] });
    expect(((await (await producer.call('GET', '/batches')).json()) as { items: unknown[] }).items).toEqual([]);
  });

  it('reports all faults of all rows at once, with pointers and without paths of this host', async () => {
    const rows = [{ name: 'a' }, { name: 'A' }, { name: '../b' }, { name: '' }, {}, 7];
    const answer = await post('/batches', { rows, outputTemplate: 'cards/{name}' });
    const found = (await answer.json()) as Preflight;
    expect([answer.status, found.code]).toEqual([422, 'BATCH_PREFLIGHT_FAILED']);
    expect(found.errors.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/rows/1', 'output_duplicate'],
      ['/rows/2/name', 'placeholder_unsafe'],
      ['/rows/3/name', 'placeholder_unsafe'],
      ['/rows/4/name', 'placeholder_missing'],
      ['/rows/5', 'row_not_object'],
    ]);
    expect(JSON.stringify(found)).not.toMatch(/\/tmp\/|--output/);
    expect((await producer.farm.line.status()).queuedRenders).toBe(0);
  });

  it.each([
    [{ rows: [] }, 400],
    [{ rows: Array.from({ length: 10_001 }, () => ({})) }, 400],
    [{ rows: [{}], outputTemplate: '../{index}' }, 422],
    [{ rows: [{}], outputTemplate: '/etc/{index}' }, 422],
    [{ rows: [{}], outputTemplate: 'x{' }, 422],
    [{ rows: [{}], concurrency: 0 }, 400],
    [{ rows: [{}], concurrency: 101 }, 400],
  ])('refuses %#', async (about, status) => {
    expect((await post('/batches', about)).status).toBe(status);
  });

  it('holds the variables of every row against the declarations when strict', async () => {
    const html = HTML.replace(
      '<html>',
      `<html data-composition-variables='[{"id":"n","type":"number","label":"N","default":1}]'>`,
    );
    const about = { source: { html }, rows: [{ n: 1 }, { n: 'x' }] };
    const strict = (await (await post('/batches/check', { ...about, strictVariables: true })).json()) as Preflight;
    expect(strict.errors).toMatchObject([{ pointer: '/rows/1/n', code: 'type-mismatch' }]);
    expect((await post('/batches/check', about)).status).toBe(200);
  });
});

describe('a batch', () => {
  it('runs its rows, tells of them, and ends with a manifest', async () => {
    const rows = [{ name: 'ada' }, { name: 'grace' }];
    const answer = await post('/batches', { rows, outputTemplate: '{name}', metadata: { job: 1 } });
    const batch = (await answer.json()) as { id: string };
    expect([answer.status, answer.headers.get('location')]).toEqual([202, `/batches/${batch.id}`]);
    const live = producer.call('GET', `/batches/${batch.id}/events`).then(allMessages);
    for (const index of [0, 1]) {
      await producer.farm.batches.advance(batch.id);
      const row = (await producer.farm.batches.rows(batch.id))[index];
      const queued = await (await producer.call('GET', `/batches/${batch.id}/manifest`)).json();
      expect((queued as { rows: object[] }).rows[index]).toMatchObject({ status: 'pending', startedAt: null });
      await admit(producer.farm, row?.renderId ?? '');
      await complete(producer, row?.renderId ?? '', Buffer.from(`film ${index}`));
    }
    await producer.farm.batches.advance(batch.id);
    const seen = await live;
    expect(seen.filter(({ event }) => event === 'completed').map(({ data }) => data.row)).toEqual([0, 1]);
    expect(seen.at(-1)?.event).toBe('batch-completed');
    const read = await producer.call('GET', `/batches/${batch.id}`);
    expect(await read.json()).toMatchObject({
      status: 'completed',
      counts: { total: 2, completed: 2 },
      metadata: { job: 1 },
    });
    const manifest = await producer.call('GET', `/batches/${batch.id}/manifest`);
    const text = (await manifest.json()) as { rows: { renderId: string; outputUrl: string }[] };
    expect(text).toMatchObject({
      version: 1,
      total: 2,
      completed: 2,
      failed: 0,
      skipped: 0,
      rows: [
        { index: 0, outputPath: 'ada.mp4', status: 'completed', durationMs: 1000, size: 6, variables: { name: 'ada' } },
        { index: 1, outputPath: 'grace.mp4', status: 'completed' },
      ],
    });
    const film = await producer.call('GET', text.rows[1]?.outputUrl ?? '');
    expect(await film.text()).toBe('film 1');
    const listed = await producer.call('GET', `/renders?batch=${batch.id}`);
    expect(((await listed.json()) as { items: unknown[] }).items).toHaveLength(2);
  });

  it('is cancelled once, and what never started is skipped in its manifest', async () => {
    const answer = await post('/batches', { rows: [{}, {}, {}] });
    const { id } = (await answer.json()) as { id: string };
    expect((await producer.call('POST', `/batches/${id}/cancel`)).status).toBe(202);
    await producer.farm.batches.advance(id);
    const again = await producer.call('POST', `/batches/${id}/cancel`);
    expect([again.status, ((await again.json()) as { status: string }).status]).toEqual([200, 'cancelled']);
    const manifest = (await (await producer.call('GET', `/batches/${id}/manifest`)).json()) as { skipped: number };
    expect(manifest.skipped).toBe(3);
  });
});
