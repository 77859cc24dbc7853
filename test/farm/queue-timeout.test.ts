/** The operator's limit for waiting (farm-practice 2, row 4). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Collector, startCollector } from '../support/farm/otlp.js';
import { startTestFarm, type TestFarm } from '../support/farm/workers.js';
import { until } from '../support/machine/processes.js';
import { composition, makeProject } from '../support/projects/project.js';
import { useBundledFfmpeg } from '../support/renders/bundled-ffmpeg.js';

useBundledFfmpeg();

let farm: TestFarm;
let collector: Collector;
beforeAll(async () => {
  [farm, collector] = await Promise.all([startTestFarm(), startCollector()]);
});
afterAll(async () => {
  await farm?.end();
  await collector?.end();
});

it('a render that waits for longer than the operator allows fails, and the running one goes on', async () => {
  const composed = await farm.upload(await makeProject({ 'index.html': composition('<p>x</p>', { duration: 0.2 }) }));
  const { line } = farm.farm;
  await line.setLimit(1);
  const { id: first } = await farm.submit(composed, { fps: 30, quality: 'draft' });
  expect(await line.admit()).toMatchObject([{ renderId: first, epoch: 1 }]);
  // A claim that its holder keeps alive: nothing else of the farm takes it, so the permit stays where it is.
  const step = { kind: 'prepare', id: 'prepare' } as const;
  await farm.farm.steps.due(first, 1, step, 1);
  const claim = await farm.farm.steps.claim(first, 1, step, 'elsewhere');
  const beats = setInterval(() => void farm.farm.steps.beat(first, 1, 'prepare', claim?.fence ?? 0, {}), 200);
  try {
    const { id: second } = await farm.submit(composed, { fps: 30, quality: 'draft' });
    await farm.worker('one', { FRAMEFARM_QUEUE_TIMEOUT_SECONDS: '1', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    expect(await farm.ended(second)).toMatchObject({
      status: 'failed',
      reason: 'queue_timeout',
      startedAt: null,
      error: { code: 'RENDER_TIMEOUT', retryable: true, message: expect.stringContaining('1 s') },
    });
    expect(await line.status()).toMatchObject({ activeRenders: 1, queuedRenders: 0 });
    const span = await until(
      () => collector.spans.find(({ facts }) => facts['framefarm.render.id'] === second),
      () => 'its end is in no trace',
    );
    expect(span).toMatchObject({ name: 'render', failed: true, facts: { 'framefarm.reason': 'queue_timeout' } });
  } finally {
    clearInterval(beats);
  }
  expect(await farm.ended(first)).toMatchObject({ status: 'completed' });
});
