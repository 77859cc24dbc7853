/**
 * What a second worker gives: the same render by a farm that has one core for everything, and by one that has two, with a
 * worker on each. Bar of issue 4: at least 1.8 times the speed. Linux, two cores or more.
 *
 *   npm run build && npx node bench/farm-two-workers.mjs
 *   npx node bench/farm-two-workers.mjs --seconds 20 --size 640x360 --runs 1          a quick look
 *
 * Redis, the producer and this client share the cores of the workers in both cases: were they free to go elsewhere, the farm
 * of one worker would have another core for them, and for two workers they would take their share from the work. The one
 * worker changes its core from run to run, because cores are never equally quick.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startFarm } from './farm/own-farm.mjs';
import { busySeconds, keepOn, processorSeconds } from './farm/processor-time.mjs';
import { renderOnFarm, uploadProject } from './farm/render.mjs';
import { judge, machine, mean, round, table, writeResults } from './farm/report.mjs';
import { writeScene } from './farm/scene.mjs';
import { medianTimeline, timelineOf } from './farm/timeline.mjs';

const LEAST_SPEED = 1.8;

const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    size: { type: 'string', default: '1920x1080' },
    /** An even number gives each core its turn. */
    runs: { type: 'string', default: '2' },
    /** Cores of the two workers, as taskset names them. */
    cores: { type: 'string', default: '0,1' },
    output: { type: 'string' },
  },
});
const runs = Number(flags.runs);
const [width, height] = flags.size.split('x').map(Number);
const cores = flags.cores.split(',');
if (cores.length !== 2) throw new Error(`--cores ${flags.cores}: must name two cores, such as 0,1`);

let lastRun = 0;
const started = machine();
const farms = [];

/** Programs of both farms, which this one has started. */
function farmPrograms() {
  return farms.flatMap(({ redis, producer, workers }) => [redis.pid, producer.pid, ...workers.map(({ pid }) => pid)]);
}

/** Everything of the farm and this client on its cores, a worker on each; the other farm rests meanwhile. */
function place(farm, used) {
  const pids = farm.workers.map(({ pid }) => pid);
  const others = farmPrograms();
  for (const pid of [farm.redis.pid, farm.producer.pid]) keepOn(used.join(','), pid);
  keepOn(used.join(','), process.pid, others);
  for (const [at, pid] of pids.entries()) keepOn(used[at], pid);
}

/** One render: where its time went, who did what, and processor seconds of each program and of all others. */
async function render(farm, used) {
  place(farm, used);
  const pids = {
    Redis: farm.redis.pid,
    producer: farm.producer.pid,
    client: process.pid,
    ...Object.fromEntries(farm.workers.map(({ name, pid }) => [name, pid])),
  };
  const before = { ...processorSeconds(pids, farmPrograms()), cores: busySeconds(used) };
  const body = { source: { composition: farm.composition }, variables: { run: `run ${++lastRun}` } };
  const seen = await renderOnFarm(farm, body);
  const after = { ...processorSeconds(pids, farmPrograms()), cores: busySeconds(used) };
  const processor = Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - before[name]]));
  const rows = await farm.farm.chunks.list(seen.id);
  const shares = [...Map.groupBy(rows, ({ worker }) => worker)].map(([worker, list]) => `${worker} ${list.length}`);
  const { spans, inside, total } = await timelineOf(farm.farm, seen);
  return { cores: used.join(','), total, spans, inside, chunks: rows.length, shares, processor };
}

try {
  for (const count of [1, 2]) {
    const farm = await startFarm({ maxConcurrentRenders: 1 });
    farm.workers = [];
    farm.renders = [];
    farms.push(farm);
    for (const core of cores.slice(0, count)) {
      farm.workers.push(await farm.worker(`worker-${farm.workers.length + 1}`, { cores: core }));
    }
    const project = writeScene(join(farm.directory, 'scene'), Number(flags.seconds), { width, height });
    farm.composition = await uploadProject(farm, project);
  }
  const [one, two] = farms;
  for (let run = 0; run <= runs; run += 1) {
    const single = await render(one, [cores[run % 2]]);
    const double = await render(two, cores);
    // The first of each warms up.
    if (run === 0) continue;
    one.renders.push(single);
    two.renders.push(double);
  }
  const seconds = farms.map(({ renders }) => mean(renders.map(({ total }) => total)) / 1000);
  const speed = seconds[0] / seconds[1];
  const [{ chunks }] = one.renders;
  console.log(`${flags.seconds} s of ${flags.size} in ${chunks} chunks, ${runs} run(s) each in turns, means:`);
  table([
    ['one worker', `${round(seconds[0])} s`, one.renders.at(-1).shares.join(', ')],
    ['two workers', `${round(seconds[1])} s`, two.renders.at(-1).shares.join(', ')],
    ['speed', `${round(speed)} ×`, ''],
  ]);
  const timelines = farms.map(({ renders }) => medianTimeline(renders));
  console.log('  where the time goes, medians in ms:');
  const [ofOne, ofTwo] = timelines.map(({ spans }) => spans);
  table([['', 'one', 'two'], ...ofOne.map(({ name, ms }, at) => [`  ${name}`, round(ms, 0), round(ofTwo[at].ms, 0)])]);
  console.log('  processor seconds per render, means; of the cores: whatever ran on them:');
  const used = (farm, name) => round(mean(farm.renders.map(({ processor }) => processor[name])));
  const programs = Object.keys(two.renders[0].processor);
  const cell = (farm, name) => (name in farm.renders[0].processor ? used(farm, name) : '-');
  table([['', 'one', 'two'], ...programs.map((name) => [`  ${name}`, cell(one, name), cell(two, name)])]);
  const bars = [
    { what: 'speed of two', value: `${round(speed)} ×`, limit: `${LEAST_SPEED} ×`, kept: speed >= LEAST_SPEED },
  ];
  judge(bars);
  const settings = { seconds: Number(flags.seconds), size: flags.size, runs, cores: flags.cores };
  const renders = farms.map((farm) => farm.renders);
  const results = { machine: started, settings, oneSeconds: seconds[0], twoSeconds: seconds[1], speed, renders, bars };
  writeResults('farm-two-workers', { ...results, loadAtEnd: machine().load }, flags.output);
} finally {
  for (const farm of farms) await farm.end();
}
