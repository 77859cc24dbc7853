/**
 * What a second worker gives: the same render by a farm with one worker on one core, and by a farm with two workers on one
 * core each, in turns, everything warm. Bar of issue 4: at least 1.8 times the speed. Linux, two cores or more.
 *
 *   npm run build && npx node bench/farm-two-workers.mjs
 *   npx node bench/farm-two-workers.mjs --seconds 20 --size 640x360 --runs 1          a quick look
 *
 * Redis, producers and this client run on all cores, so on a machine of two they take their share from the workers.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startFarm } from './farm/own-farm.mjs';
import { renderOnFarm, uploadProject } from './farm/render.mjs';
import { judge, machine, median, round, table, writeResults } from './farm/report.mjs';
import { writeScene } from './farm/scene.mjs';
import { medianTimeline, timelineOf } from './farm/timeline.mjs';

const LEAST_SPEED = 1.8;

const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    size: { type: 'string', default: '1920x1080' },
    runs: { type: 'string', default: '3' },
    /** Cores of the two workers, as taskset names them. */
    cores: { type: 'string', default: '0,1' },
    output: { type: 'string' },
  },
});
const runs = Number(flags.runs);
const [width, height] = flags.size.split('x').map(Number);
const cores = flags.cores.split(',');
if (cores.length < 2) throw new Error(`--cores ${flags.cores}: must name two cores, such as 0,1`);

let lastRun = 0;
const started = machine();
const farms = [];
try {
  for (const used of [cores.slice(0, 1), cores.slice(0, 2)]) {
    const farm = await startFarm({ maxConcurrentRenders: 1 });
    farms.push(farm);
    for (const [at, core] of used.entries()) await farm.worker(`worker-${at + 1}`, { cores: core });
    const project = writeScene(join(farm.directory, 'scene'), Number(flags.seconds), { width, height });
    farm.composition = await uploadProject(farm, project);
    farm.seconds = [];
    farm.timelines = [];
  }
  const render = async (farm) => {
    const body = { source: { composition: farm.composition }, variables: { run: `run ${++lastRun}` } };
    const seen = await renderOnFarm(farm, body);
    const rows = await farm.farm.chunks.list(seen.id);
    farm.chunks = rows.length;
    farm.shares = [...Map.groupBy(rows, ({ worker }) => worker)].map(([worker, list]) => `${worker} ${list.length}`);
    return timelineOf(farm.farm, seen);
  };
  for (let run = 0; run <= runs; run += 1) {
    for (const farm of farms) {
      const timeline = await render(farm);
      // The first render warms up.
      if (run > 0) farm.timelines.push(timeline);
    }
  }
  const [one, two] = farms.map(({ timelines }) => median(timelines.map(({ total }) => total)) / 1000);
  console.log(
    `${flags.seconds} s of ${flags.size} in ${farms[0].chunks} chunks, ${runs} run(s) each in turns, medians:`,
  );
  table([
    ['one worker', `${round(one)} s`, farms[0].shares.join(', ')],
    ['two workers', `${round(two)} s`, farms[1].shares.join(', ')],
    ['speed', `${round(one / two)} ×`, ''],
  ]);
  const timelines = farms.map((farm) => medianTimeline(farm.timelines).spans);
  console.log('  where the time goes, ms:');
  table([
    ['', 'one', 'two'],
    ...timelines[0].map(({ name, ms }, at) => [`  ${name}`, round(ms, 0), round(timelines[1][at].ms, 0)]),
  ]);
  const bars = [
    { what: 'speed of two', value: `${round(one / two)} ×`, limit: `${LEAST_SPEED} ×`, kept: one / two >= LEAST_SPEED },
  ];
  judge(bars);
  const settings = { seconds: Number(flags.seconds), size: flags.size, runs, cores: flags.cores };
  const totals = farms.map((farm) => farm.timelines.map(({ total }) => total));
  const results = {
    machine: started,
    settings,
    oneSeconds: one,
    twoSeconds: two,
    speed: one / two,
    totals,
    timelines,
    bars,
  };
  writeResults('farm-two-workers', { ...results, loadAtEnd: machine().load }, flags.output);
} finally {
  for (const farm of farms) await farm.end();
}
