/** Health listeners stand on threads of their own: they answer while the main thread cannot (http-api 4.5, farm-practice 10). */
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ProducerProcess, startProducerProcess } from '../support/farm/producer-process.js';
import { startTestFarm, type TestFarm, type TestWorker } from '../support/farm/workers.js';
import { freePort } from '../support/machine/free-port.js';
import { until } from '../support/machine/processes.js';
import { scratchDirectory } from '../support/projects/project.js';
import { useBundledFfmpeg } from '../support/renders/bundled-ffmpeg.js';

useBundledFfmpeg();

/** While this file is there, SIGUSR2 keeps the main thread of a program that was started with `blockable` from everything else. */
const shut = join(scratchDirectory(), 'shut');
const BLOCKER = `import { existsSync, rmSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
if (isMainThread) process.on('SIGUSR2', () => { console.error('blocked'); while (existsSync(process.env.SHUT)); });
else setInterval(() => { if (existsSync(process.env.DEADLY)) { rmSync(process.env.DEADLY); throw new Error('out of memory'); } }, 20);`;
/** `deadly`: the other thread of the program removes this file when it is there, and dies. */
const blockable = (deadly: string) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(BLOCKER)}`,
  SHUT: shut,
  DEADLY: deadly,
});
const deadly = { producer: join(scratchDirectory(), 'producer'), worker: join(scratchDirectory(), 'worker') };

let farm: TestFarm;
let producer: ProducerProcess;
let worker: TestWorker;
let workerHealth: string;
let producerHealth: string;

beforeAll(async () => {
  farm = await startTestFarm();
  const [port, producerPort] = [await freePort(), await freePort()];
  workerHealth = `http://127.0.0.1:${port}`;
  producerHealth = `http://127.0.0.1:${producerPort}`;
  const watched = {
    PRODUCER_DISABLE_HEALTH_WORKER: 'false',
    PRODUCER_HEALTH_PORT: String(producerPort),
    FRAMEFARM_LOG_LEVEL: 'info',
  };
  [producer, worker] = await Promise.all([
    startProducerProcess(farm, { ...watched, ...blockable(deadly.producer) }),
    farm.worker('one', { WORKER_HEALTH_PORT: String(port), ...blockable(deadly.worker) }),
  ]);
});
afterAll(async () => {
  await producer?.end();
  await farm?.end();
});

const ready = async (base: string): Promise<{ status: number; checks: Record<string, string>; draining: boolean }> => {
  const answer = await fetch(`${base}/readyz`);
  return { ...((await answer.json()) as { checks: Record<string, string>; draining: boolean }), status: answer.status };
};
const becomes = (base: string, status: number, store = 'ok') =>
  until(
    async () => {
      const now = await ready(base);
      return now.status === status && now.checks.store === store && now;
    },
    () => `${base} does not become ${status}`,
  );

it('a busy main thread leaves them answering', async () => {
  await becomes(workerHealth, 200);
  const programs = [
    { log: producer.log, block: () => producer.signal('SIGUSR2'), health: producerHealth },
    { log: worker.log, block: () => worker.kill('SIGUSR2'), health: workerHealth },
  ];
  await writeFile(shut, '');
  for (const program of programs) {
    program.block();
    await until(
      () => program.log().includes('blocked'),
      () => 'the main thread is not blocked',
    );
  }
  const answers = await Promise.all(programs.map(async ({ health }) => (await fetch(`${health}/healthz`)).status));
  expect(answers).toEqual([200, 200]);
  expect((await ready(workerHealth)).status).toBe(200);
  expect(await ready(producerHealth)).toMatchObject({ status: 503, checks: { main: 'busy' } });
  await rm(shut);
  await becomes(producerHealth, 200);
});

it('a health thread that dies is told, and another one answers where it did', async () => {
  const programs = [
    { log: producer.log, file: deadly.producer, health: producerHealth },
    { log: worker.log, file: deadly.worker, health: workerHealth },
  ];
  for (const { file } of programs) await writeFile(file, '');
  for (const { log, health } of programs) {
    await until(
      () => log().includes('ended: out of memory; it is started anew') && log().includes('answers again'),
      () => `the health listener of ${health} has not begun again: ${log()}`,
    );
    await becomes(health, 200);
  }
});

/** Whether a file could be put in the place of the store. */
async function isWritten(location: string): Promise<boolean> {
  return writeFile(location, 'no directory').then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EISDIR') return false;
      throw error;
    },
  );
}

it('a store that cannot be written makes both unready, and a producer ready again as soon as it can', async () => {
  const { location } = farm.store;
  await rename(location, `${location}.away`);
  // Whoever looks into the store in between makes its directory anew.
  while (!(await isWritten(location))) await rm(location, { recursive: true });
  for (const base of [producerHealth, workerHealth]) {
    const { checks } = await becomes(base, 503, 'STORE_UNAVAILABLE');
    expect(checks).toEqual({
      redis: 'ok',
      store: 'STORE_UNAVAILABLE',
      ...(base === workerHealth ? { host: 'ok' } : {}),
    });
  }
  await rm(location);
  await rename(`${location}.away`, location);
  await becomes(producerHealth, 200);
});
