/** What a farm tells of itself: figures, lines of the log, one trace over all its processes (http-api 4.5). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readExposition } from '../support/farm/exposition.js';
import { type Collector, startCollector } from '../support/farm/otlp.js';
import { type ProducerProcess, startProducerProcess } from '../support/farm/producer-process.js';
import { startTestFarm, type TestFarm, type TestWorker } from '../support/farm/workers.js';
import { freePort } from '../support/machine/free-port.js';
import { until } from '../support/machine/processes.js';
import { useBundledFfmpeg } from '../support/renders/bundled-ffmpeg.js';

useBundledFfmpeg();

const HTML =
  '<!doctype html><html><body><div data-composition-id="still" data-width="160" data-height="90" data-start="0" data-duration="1"></div></body></html>';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CLIENT_SPAN = 'b7ad6b7169203331';

let collector: Collector;
let farm: TestFarm;
let producer: ProducerProcess;
let worker: TestWorker;
let workerHealth: string;
let producerHealth: string;
let renderId: string;

beforeAll(async () => {
  collector = await startCollector();
  farm = await startTestFarm();
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const [port, producerPort] = [await freePort(), await freePort()];
  workerHealth = `http://127.0.0.1:${port}`;
  producerHealth = `http://127.0.0.1:${producerPort}`;
  const watched = {
    FRAMEFARM_LOG_LEVEL: 'info',
    PRODUCER_DISABLE_HEALTH_WORKER: 'false',
    PRODUCER_HEALTH_PORT: String(producerPort),
  };
  [producer, worker] = await Promise.all([
    startProducerProcess(farm, { ...watched, ...traced }),
    farm.worker('one', { WORKER_HEALTH_PORT: String(port), ...traced }),
  ]);
  const headers = { 'x-request-id': 'req-seen', traceparent: `00-${TRACE}-${CLIENT_SPAN}-01` };
  renderId = await post('/renders', { source: { html: HTML }, fps: 10, quality: 'draft' }, headers);
  expect((await farm.ended(renderId)).status).toBe('completed');
});

afterAll(async () => {
  await producer?.end();
  await farm?.end();
  await collector?.end();
});

async function post(path: string, body?: object, headers: Record<string, string> = {}): Promise<string> {
  const json = body && { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(`${producer.url}${path}`, { method: 'POST', ...json });
  return ((await answer.json()) as { readonly id: string }).id;
}

const scrape = async (base: string) => readExposition(await (await fetch(`${base}/metrics`)).text());

it('counts what a render did, at the producer for the whole farm', async () => {
  const { value, samples } = await until(
    async () => {
      const read = await scrape(producerHealth);
      // The worker says that it is free again once its render has ended.
      return read.value('framefarm_slots', { state: 'idle' }) === 1 && read;
    },
    () => 'the slot is not idle',
  );
  expect(value('framefarm_renders', { status: 'completed' })).toBe(1);
  expect(value('framefarm_renders_total', { outcome: 'completed' })).toBe(1);
  expect(value('framefarm_renders_total', { outcome: 'failed' })).toBe(0);
  expect(value('framefarm_frames_total')).toBe(10);
  expect(value('framefarm_chunks_total', { kind: 'captured' })).toBe(1);
  expect(value('framefarm_queue_length')).toBe(0);
  expect(value('framefarm_permits_limit')).toBe(2);
  expect(value('framefarm_slots', { state: 'idle' })).toBe(1);
  for (const stage of ['queue', 'prepare', 'capture', 'assemble']) {
    expect(value('framefarm_stage_seconds_count', { stage })).toBe(1);
    expect(value('framefarm_stage_seconds_bucket', { stage, le: '+Inf' })).toBe(1);
    const counts = samples.filter(
      ({ name, labels }) => name.endsWith('stage_seconds_bucket') && labels.stage === stage,
    );
    expect(counts.map((sample) => sample.value)).toEqual(counts.map((sample) => sample.value).sort((a, b) => a - b));
  }
  expect(value('framefarm_stage_seconds_sum', { stage: 'capture' })).toBeGreaterThan(0);
  expect(value('framefarm_producer_http_seconds_count', { method: 'POST', status: '2xx' })).toBe(1);
});

it('counts what a worker did, at the worker', async () => {
  const { value } = await until(
    async () => {
      const read = await scrape(workerHealth);
      const steps = read.value('framefarm_worker_steps_total', { kind: 'assemble', outcome: 'committed' });
      // Lanes tell of their memory once a second, and the render may have taken less.
      const lanes = read.value('framefarm_worker_memory_bytes', { part: 'lanes' });
      return steps === 1 && lanes > 0 && read;
    },
    () => 'the worker has not counted its last step, or its lanes have not told of their memory',
  );
  expect(value('framefarm_worker_frames_total')).toBe(10);
  expect(value('framefarm_worker_chunks_total', { outcome: 'committed' })).toBe(1);
  expect(value('framefarm_worker_step_seconds_count', { kind: 'capture' })).toBe(1);
  expect(value('framefarm_worker_browser_opens_total')).toBe(1);
  expect(value('framefarm_worker_lanes_started_total')).toBeGreaterThanOrEqual(2);
  expect(value('framefarm_worker_cache_misses_total')).toBeGreaterThan(0);
  expect(value('framefarm_worker_memory_bytes', { part: 'lanes' })).toBeGreaterThan(1_000_000);
});

it('is one trace from the request to the chunk, over both processes', async () => {
  const spans = await until(
    () => {
      const ours = collector.spans.filter(({ traceId }) => traceId === TRACE);
      // Each process sends its own when it comes to that.
      return (
        ['POST /renders', 'render', 'step assemble'].every((name) => ours.some((span) => span.name === name)) && ours
      );
    },
    () => `spans: ${collector.spans.map(({ name }) => name).join(', ')}`,
  );
  const one = (name: string) => {
    const found = spans.filter((span) => span.name === name);
    expect(found, name).toHaveLength(1);
    return found[0] as (typeof spans)[number];
  };
  const [request, render, chunk] = [one('POST /renders'), one('render'), one('chunk')];
  expect(request).toMatchObject({
    service: 'framefarm-producer',
    parentSpanId: CLIENT_SPAN,
    facts: { 'http.response.status_code': 202, 'framefarm.render.id': renderId, 'framefarm.request.id': 'req-seen' },
  });
  expect(render).toMatchObject({
    service: 'framefarm-worker',
    parentSpanId: request.spanId,
    failed: false,
    facts: { 'framefarm.render.id': renderId, 'framefarm.outcome': 'completed', 'framefarm.chunks': 1 },
  });
  for (const kind of ['prepare', 'capture', 'assemble']) {
    expect(one(`step ${kind}`)).toMatchObject({
      parentSpanId: render.spanId,
      facts: { 'framefarm.worker': 'one', 'framefarm.attempt': 1, 'framefarm.outcome': 'committed' },
    });
  }
  const capture = one('step capture');
  expect(chunk).toMatchObject({ parentSpanId: capture.spanId, facts: { 'framefarm.chunk': 0 } });
  expect(chunk.begun).toBeGreaterThanOrEqual(capture.begun);
  expect(chunk.ended).toBeLessThanOrEqual(capture.ended);
});

it('tells every transition of a render once, with its reason and the ids to find it by', () => {
  const lines = `${producer.log()}${worker.log()}`
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  // Once for all readers: of a member that stands twice in a line, some keep the first and some refuse the line.
  const ready = worker
    .log()
    .split('\n')
    .find((line) => line.includes('"msg":"worker ready"'));
  expect(ready?.match(/"worker":/g)).toHaveLength(1);
  const about = lines.filter((line) => line.renderId === renderId);
  const reasons = about.filter(({ msg }) => /^render (?!ended)/.test(String(msg))).map(({ reason }) => reason);
  expect(reasons).toEqual(['accepted', 'admitted', 'planned', 'all_chunks_committed', 'published']);
  expect(about.filter(({ msg }) => msg === 'render ended: completed')).toEqual([
    expect.objectContaining({ requestId: 'req-seen', owner: 'local', epoch: 1, outcome: 'completed', worker: 'one' }),
  ]);
  expect(about.filter(({ msg }) => msg === 'chunk committed')).toEqual([
    expect.objectContaining({ requestId: 'req-seen', step: expect.stringMatching(/^capture-0-/), chunk: 0 }),
  ]);
  const access = lines.find(({ msg }) => msg === 'POST /renders 202');
  expect(access).toMatchObject({ level: 'info', requestId: 'req-seen', renderId, owner: 'local', status: 202 });
  expect(access).toHaveProperty('ms');
  expect(`${producer.log()}${worker.log()}`).not.toContain('data-composition-id');
});

it('is whole also for a render that is cancelled while it waits: whoever cancels it writes its span', async () => {
  worker.kill('SIGTERM');
  await worker.ended;
  const single = await post('/renders', { source: { html: HTML } });
  const batch = await post('/batches', { source: { html: HTML }, rows: [{}] });
  const [row] = await farm.farm.batches.rows(batch);
  await post(`/renders/${single}/cancel`);
  await post(`/batches/${batch}/cancel`);
  const ended = await until(
    () => {
      const spans = collector.spans.filter(({ facts }) => facts['framefarm.outcome'] === 'cancelled');
      return spans.length >= 2 && spans;
    },
    () => `spans: ${collector.spans.map(({ name }) => name).join(', ')}`,
  );
  expect(ended.map(({ facts }) => facts['framefarm.render.id']).toSorted()).toEqual([single, row?.renderId].toSorted());
  for (const span of ended) {
    expect(span).toMatchObject({
      name: 'render',
      service: 'framefarm-producer',
      parentSpanId: expect.stringMatching(/^[\da-f]{16}$/),
      facts: { 'framefarm.reason': 'cancelled_before_start', 'framefarm.frames': 0 },
    });
  }
});
