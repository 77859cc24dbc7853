/**
 * The control plane alone: real Redis, producer, coordinators, queues and store; workers whose steps only sleep. How long a
 * submission takes, how many renders and events go through, what each costs in Redis, whether the producer's memory stays
 * flat, and what is left when all renders have been deleted (farm-practice 11, invariant 10).
 *
 *   npm run build && npx node bench/farm-control-plane.mjs            2,000 renders of 16 chunks
 *   npx node bench/farm-control-plane.mjs --renders 100 --alone 10    a quick look
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openQueue } from '@framefarm/farm';
import { Redis } from 'ioredis';
import { startFarm } from './farm/own-farm.mjs';
import { lastingKeys, redisFigures } from './farm/redis-figures.mjs';
import { renderOnFarm, uploadProject } from './farm/render.mjs';
import { judge, machine, median, quantile, round, table, writeResults } from './farm/report.mjs';

const { values: flags } = parseArgs({
  options: {
    renders: { type: 'string', default: '2000' },
    chunks: { type: 'string', default: '16' },
    workers: { type: 'string', default: '2' },
    /** Lanes of each worker. */
    slots: { type: 'string', default: '10' },
    /** Milliseconds that each chunk, and each other step, sleeps. */
    'step-ms': { type: 'string', default: '20' },
    /** Renders submitted one after the other beforehand, each into an idle farm. */
    alone: { type: 'string', default: '30' },
    /** Renders that have been submitted and have not ended, at most; the line is this long. */
    outstanding: { type: 'string', default: '500' },
    /** Requests at once. */
    clients: { type: 'string', default: '8' },
    /** Longest run, minutes. */
    limit: { type: 'string', default: '30' },
    output: { type: 'string' },
  },
});
const [count, chunks, outstanding, clients] = ['renders', 'chunks', 'outstanding', 'clients'].map((name) =>
  Number(flags[name]),
);
/** Event streams that are read while the renders run; a farm allows 20 per owner. */
const READERS = 16;
const IDLE_MS = 10_000;
const deadline = performance.now() + Number(flags.limit) * 60_000;

const rssMiB = (pid) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
/** User and system time of a process, seconds. */
function cpuSeconds(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** What stays for ever when no render is kept: settings, counters, the composition, workers, and names of queues. */
const LASTING =
  /:(limits|limits:o|counts|totals|figures|stages|arrivals|workers|cmp:.*|meta|events|stalled-check|repeat.*|delayed|id|marker)$/;

async function until(what, condition, everyMs = 250) {
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`${what} within ${flags.limit} min`);
    await sleep(everyMs);
  }
}

const farm = await startFarm({ maxConcurrentRenders: 10 });
const redis = new Redis(farm.redis.url);
try {
  const about = JSON.stringify({ chunks, stepMs: Number(flags['step-ms']) });
  const workers = await Promise.all(
    Array.from({ length: Number(flags.workers) }, (_, at) =>
      farm.worker(`worker-${at + 1}`, {
        slots: Number(flags.slots),
        program: fileURLToPath(new URL('./farm/simulated-worker.mjs', import.meta.url)),
        args: [about],
      }),
    ),
  );
  const project = join(farm.directory, 'project');
  mkdirSync(project);
  writeFileSync(
    join(project, 'index.html'),
    '<!doctype html><div data-composition-id="c" data-width="320" data-height="180" data-duration="1"></div>',
  );
  const body = { source: { composition: await uploadProject(farm, project) } };
  const ids = [];

  const alone = [];
  for (let n = 0; n < Number(flags.alone); n += 1) {
    const { id, sent, answered, told } = await renderOnFarm(farm, body);
    const record = await farm.farm.renders.get(id);
    ids.push(id);
    alone.push({
      submit: answered - sent,
      admit: Date.parse(record.startedAt) - Date.parse(record.createdAt),
      whole: told - sent,
    });
  }
  const ofAlone = (name, share) =>
    quantile(
      alone.map((one) => one[name]),
      share,
    );
  console.log(`an idle farm, ${alone.length} renders of ${chunks} chunks one after the other, ms:`);
  table([
    ['', 'p50', 'p99'],
    ['  submit', ofAlone('submit', 0.5), ofAlone('submit', 0.99)],
    ['  submitted to admitted', ofAlone('admit', 0.5), ofAlone('admit', 0.99)],
    ['  submit to the end', ofAlone('whole', 0.5), ofAlone('whole', 0.99)],
  ]);

  // What a farm costs that has nothing to do: announcements, looks at the line, and the queues' own.
  const idleFrom = await redisFigures(redis);
  await sleep(IDLE_MS);
  const idleTo = await redisFigures(redis);
  const perWorkerSecond = (IDLE_MS / 1000) * workers.length;
  const idleCost = {
    redisCommandsPerWorkerSecond: (idleTo.commands - idleFrom.commands) / perWorkerSecond,
    redisCpuMsPerWorkerSecond: (1000 * (idleTo.cpuSeconds - idleFrom.cpuSeconds)) / perWorkerSecond,
  };
  table([
    [
      '  Redis, per idle worker and second',
      `${round(idleCost.redisCommandsPerWorkerSecond, 0)} commands`,
      `${round(idleCost.redisCpuMsPerWorkerSecond)} ms CPU`,
    ],
  ]);

  const before = await redisFigures(redis);
  const cpuBefore = { producer: cpuSeconds(farm.producer.pid), workers: workers.map(({ pid }) => cpuSeconds(pid)) };
  const began = performance.now();
  const submits = [];
  const memory = [];
  const lags = [];
  let submitted = 0;
  let ended = 0;
  let isRunning = true;

  const follow = async () => {
    while (isRunning) {
      const opened = Date.now();
      for await (const { data } of farm.client.followRender(ids.at(-1))) {
        // Those of before the stream was opened are no measure of how quickly news come.
        const at = Date.parse(data.at);
        if (at > opened) lags.push(Date.now() - at);
      }
      await sleep(50);
    }
  };
  const submit = async () => {
    while (submitted < count) {
      submitted += 1;
      await until('the line gets shorter', () => submitted - ended <= outstanding);
      const sent = performance.now();
      const { id } = await farm.client.submitRender(body, randomUUID());
      submits.push(performance.now() - sent);
      ids.push(id);
    }
  };
  const watch = async () => {
    await until('all renders end', async () => {
      const { totals } = await farm.farm.stats();
      ended = (totals.completed ?? 0) + (totals.failed ?? 0) + (totals.cancelled ?? 0) - alone.length;
      memory.push(rssMiB(farm.producer.pid));
      if (memory.length % 40 === 0)
        console.log(`  ${ended} of ${count} ended, producer ${Math.round(memory.at(-1))} MiB`);
      return ended >= count;
    });
    isRunning = false;
  };
  console.log(`${count} renders, at most ${outstanding} in the line, 10 at once:`);
  await Promise.all([watch(), ...Array.from({ length: clients }, submit), ...Array.from({ length: READERS }, follow)]);
  const seconds = (performance.now() - began) / 1000;
  const after = await redisFigures(redis);
  const { totals } = await farm.farm.stats();

  const calls = (name) => (after.calls[name]?.count ?? 0) - (before.calls[name]?.count ?? 0);
  const part = (from, to) => memory.slice(Math.floor(memory.length * from), Math.ceil(memory.length * to));
  // A heap grows until it is worth collecting; what is never given back shows in the lowest values.
  const growthMiB = Math.min(...part(0.8, 1)) - Math.min(...part(0, 0.2));
  const workersCpu = workers.reduce((sum, { pid }, at) => sum + cpuSeconds(pid) - cpuBefore.workers[at], 0);
  const figures = {
    seconds,
    rendersPerMinute: (60 * count) / seconds,
    eventsPerSecond: calls('xadd') / seconds,
    submitP50: quantile(submits, 0.5),
    submitP99: quantile(submits, 0.99),
    eventLagP50: quantile(lags, 0.5),
    eventLagP99: quantile(lags, 0.99),
    redisCpuMsPerRender: (1000 * (after.cpuSeconds - before.cpuSeconds)) / count,
    redisCpuShare: (after.cpuSeconds - before.cpuSeconds) / seconds,
    redisCommandsPerRender: (after.commands - before.commands) / count,
    redisKiBOutPerRender: (after.bytesOut - before.bytesOut) / count / 1024,
    redisKiBPerRender: (after.usedBytes - before.usedBytes) / count / 1024,
    redisKeysPerRender: (after.keys - before.keys) / count,
    producerCpuMsPerRender: (1000 * (cpuSeconds(farm.producer.pid) - cpuBefore.producer)) / count,
    workersCpuMsPerRender: (1000 * workersCpu) / count,
    producerMiB: median(memory),
    producerGrowthMiB: growthMiB,
  };
  table([
    ['  renders per minute', round(figures.rendersPerMinute, 0)],
    ['  events per second', round(figures.eventsPerSecond, 0)],
    ['  submit p50, p99', `${round(figures.submitP50, 0)} ms`, `${round(figures.submitP99, 0)} ms`],
    ['  event to reader p50, p99', `${round(figures.eventLagP50, 0)} ms`, `${round(figures.eventLagP99, 0)} ms`],
    [
      '  Redis: CPU per render',
      `${round(figures.redisCpuMsPerRender)} ms`,
      `${round(100 * figures.redisCpuShare, 0)} % of a core`,
    ],
    ['  Redis: commands per render', round(figures.redisCommandsPerRender, 0)],
    [
      '  Redis: memory per render',
      `${round(figures.redisKiBPerRender)} KiB`,
      `${round(figures.redisKeysPerRender, 1)} keys`,
    ],
    ['  producer: CPU per render', `${round(figures.producerCpuMsPerRender)} ms`],
    ['  workers: CPU per render', `${round(figures.workersCpuMsPerRender)} ms`],
    [
      '  producer: memory',
      `${round(figures.producerMiB, 0)} MiB`,
      `lowest of the last fifth ${round(growthMiB, 1)} MiB above that of the first`,
    ],
  ]);
  const top = Object.entries(after.calls)
    .map(([name, { count: made, usec }]) => ({
      name,
      made: made - (before.calls[name]?.count ?? 0),
      usec: usec - (before.calls[name]?.usec ?? 0),
    }))
    .sort((a, b) => b.usec - a.usec)
    .slice(0, 12);
  console.log('  commands of Redis that take most, per render (those of scripts are counted in evalsha as well):');
  table(
    top.map(({ name, made, usec }) => [`    ${name}`, round(made / count, 1), `${round(usec / count / 1000, 3)} ms`]),
  );

  console.log('deleting all of them:');
  const work = [...ids];
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let id = work.pop(); id !== undefined; id = work.pop())
        await fetch(`${farm.url}/renders/${id}`, { method: 'DELETE' });
    }),
  );
  // What the schedule does every ten minutes, now.
  const upkeep = openQueue('upkeep', { redis: farm.redis.url });
  await upkeep.queue.add('retention', {});
  await until('all renders are removed', async () => {
    const page = await farm.farm.renders.list({ owner: 'local' }, 1);
    return page.items.length === 0 && (await upkeep.queue.getActiveCount()) === 0;
  });
  await upkeep.close();
  await redis.call('MEMORY', 'PURGE');
  const cleaned = await redisFigures(redis);
  const files = readdirSync(farm.store, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const leftFiles = files
    .map((one) => join(one.parentPath, one.name).slice(farm.store.length + 1))
    .filter((file) => !file.startsWith('compositions/'));
  const strays = (await lastingKeys(redis)).filter(([kind]) => !LASTING.test(kind));
  table([
    ['  Redis: memory that stays per render', `${round((cleaned.usedBytes - before.usedBytes) / count / 1024)} KiB`],
    [
      '  keys that should not be there',
      strays.length === 0 ? 'none' : strays.map(([kind, n]) => `${kind} × ${n}`).join(', '),
    ],
    ['  files of renders', leftFiles.length === 0 ? 'none' : leftFiles.slice(0, 5).join(', ')],
  ]);
  const done = (totals.completed ?? 0) - alone.length;
  const bars = [
    { what: 'renders completed', value: done, limit: count, kept: done === count },
    // A short run ends before the heap of a program that has just started is as large as it gets.
    ...(count >= 1000
      ? [{ what: 'producer memory flat', value: `${round(growthMiB, 1)} MiB`, limit: '32 MiB', kept: growthMiB <= 32 }]
      : []),
    { what: 'keys left', value: strays.length, limit: 0, kept: strays.length === 0 },
    { what: 'files left', value: leftFiles.length, limit: 0, kept: leftFiles.length === 0 },
  ];
  judge(bars);
  const idle = Object.fromEntries(
    ['submit', 'admit', 'whole'].map((name) => [name, { p50: ofAlone(name, 0.5), p99: ofAlone(name, 0.99) }]),
  );
  const { output, limit: _limit, ...settings } = flags;
  writeResults(
    'farm-control-plane',
    { machine: machine(), settings, idle: { ...idle, ...idleCost }, figures, bars },
    output,
  );
} finally {
  redis.disconnect();
  await farm.end();
}
