/** A worker that fails the steps of several renders takes no more, until its operator has looked (farm-practice 4). */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestFarm, type TestFarm } from '../support/farm/workers.js';
import { freePort } from '../support/machine/free-port.js';
import { until } from '../support/machine/processes.js';
import { composition, makeProject } from '../support/projects/project.js';
import { useBundledFfmpeg } from '../support/renders/bundled-ffmpeg.js';
import { wrappedFfmpeg } from '../support/renders/wrapped-ffmpeg.js';

useBundledFfmpeg();

let farm: TestFarm;
beforeAll(async () => {
  farm = await startTestFarm();
});
afterAll(() => farm.end());

it('is blocked after three renders, says so, and goes on once it is cleared', async () => {
  const { path, notes } = await wrappedFfmpeg('encode', '[ -e "$NOTES/well" ] || exit 1; exec "$REAL" "$@"');
  const health = await freePort();
  await farm.worker('bad', { FRAMEFARM_FFMPEG_PATH: path, WORKER_HEALTH_PORT: `${health}` });
  const composed = await farm.upload(await makeProject({ 'index.html': composition('<p>x</p>', { duration: 0.2 }) }));
  const submit = async () => (await farm.submit(composed, { fps: 30, quality: 'draft' })).id;
  await farm.farm.line.setLimit(1);
  for (const id of [await submit(), await submit()]) {
    expect(await farm.ended(id)).toMatchObject({ status: 'failed', error: { code: 'ENCODER_FAILED' } });
  }
  const third = await submit();
  const listed = async () => (await farm.farm.workers.list()).find(({ name }) => name === 'bad');
  await until(
    async () => (await listed())?.blocked?.includes('steps of 3 renders failed here within 10 minutes'),
    () => 'the worker is not blocked',
  );
  const readiness = () => fetch(`http://127.0.0.1:${health}/readyz`);
  await until(
    async () => (await readiness()).status === 503,
    () => 'the blocked worker says that it is ready',
  );
  expect(await (await readiness()).json()).toMatchObject({ checks: { host: expect.stringContaining('3 renders') } });

  await until(
    async () => (await farm.farm.steps.list(third, 1)).some(({ state }) => state === 'pending'),
    () => 'nothing is left to do',
  );
  await writeFile(join(notes, 'well'), '');
  expect((await listed())?.work).toEqual([]);
  expect(await farm.farm.workers.clear((await listed())?.id ?? '')).toBe(true);
  expect(await farm.ended(third)).toMatchObject({ status: 'completed' });
  expect(await listed()).toMatchObject({ blocked: null });
});
