/**
 * What the farm costs: the same render in local mode and through a farm on this machine with one worker of one slot, in
 * turns, everything warm. Bars of issue 4: at most 10 % more for 60 s of 1080p, at most 1.5 s more for 2 s of it.
 *
 *   npm run build && npx node bench/farm-overhead.mjs
 *   npx node bench/farm-overhead.mjs --seconds 2 --runs 9
 *   npx node bench/farm-overhead.mjs --size 640x360 --runs 3          a quick look
 *
 * Local mode is the render function in this process, after a first render that does not count: no start of a program is
 * in its time. The farm's time is from the request to the last byte of the output.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { resolveRenderOptions } from '@framefarm/contract';
import { renderComposition } from '@framefarm/render';
import { startFarm } from './farm/own-farm.mjs';
import { renderOnFarm, uploadProject } from './farm/render.mjs';
import { judge, machine, median, round, table, writeResults } from './farm/report.mjs';
import { writeScene } from './farm/scene.mjs';
import { medianTimeline, timelineOf } from './farm/timeline.mjs';

/** Most that the farm may take longer: a share for long renders, seconds for short ones. */
const MOST_SHARE = 0.1;
const MOST_SECONDS = 1.5;
/** Renders of at least this length are judged by share, seconds. */
const LONG_SECONDS = 30;

const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', multiple: true, default: ['2', '60'] },
    size: { type: 'string', default: '1920x1080' },
    runs: { type: 'string', default: '5' },
    output: { type: 'string' },
  },
});
const runs = Number(flags.runs);
const [width, height] = flags.size.split('x').map(Number);

let lastRun = 0;
const variables = () => ({ run: `run ${++lastRun}` });

async function renderHere(projectDir, outputPath) {
  const resolved = resolveRenderOptions({ variables: variables() });
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.issues));
  const began = performance.now();
  await renderComposition({ projectDir, options: resolved.options, outputPath });
  return performance.now() - began;
}

const results = { machine: machine(), size: flags.size, runs, renders: [] };
const farm = await startFarm({ maxConcurrentRenders: 1 });
try {
  await farm.worker('one');
  const bars = [];
  for (const seconds of flags.seconds.map(Number)) {
    const project = writeScene(join(farm.directory, `scene-${seconds}`), seconds, { width, height });
    const composition = await uploadProject(farm, project);
    const output = join(farm.directory, 'output.mp4');
    const here = async () => {
      const ms = await renderHere(project, output);
      rmSync(output);
      return ms;
    };
    const there = async () => {
      const body = { source: { composition }, variables: variables() };
      const render = await renderOnFarm(farm, body, output);
      rmSync(output);
      return render;
    };
    await here();
    await there();
    const local = [];
    const remote = [];
    for (let run = 0; run < runs; run += 1) {
      local.push(await here());
      remote.push(await timelineOf(farm.farm, await there()));
    }
    const localSeconds = median(local) / 1000;
    const farmSeconds = median(remote.map(({ total }) => total)) / 1000;
    const timeline = medianTimeline(remote);
    const more = farmSeconds - localSeconds;
    console.log(`${seconds} s of ${flags.size}, ${runs} run(s) each in turns, medians:`);
    const spread = (list) => `${round(Math.min(...list) / 1000)}–${round(Math.max(...list) / 1000)} s`;
    table([
      ['local', `${round(localSeconds)} s`, spread(local)],
      ['farm', `${round(farmSeconds)} s`, spread(remote.map(({ total }) => total))],
      ['farm ÷ local', round(farmSeconds / localSeconds, 3), `${round(more)} s more`],
    ]);
    console.log('  where the time of a render through the farm goes, ms:');
    table(timeline.spans.map(({ name, ms }) => [`  ${name}`, round(ms, 0)]));
    table(timeline.inside.map(({ name, ms }) => [`  within: ${name}`, ms === null ? null : round(ms, 0)]));
    bars.push(
      seconds >= LONG_SECONDS
        ? {
            what: `${seconds} s`,
            value: `${round(100 * (more / localSeconds), 1)} %`,
            limit: `${100 * MOST_SHARE} %`,
            kept: more <= MOST_SHARE * localSeconds,
          }
        : { what: `${seconds} s`, value: `${round(more)} s`, limit: `${MOST_SECONDS} s`, kept: more <= MOST_SECONDS },
    );
    results.renders.push({
      seconds,
      localSeconds,
      farmSeconds,
      ratio: farmSeconds / localSeconds,
      local,
      farm: remote.map(({ total }) => total),
      timeline,
    });
  }
  judge(bars);
  results.bars = bars;
  results.loadAtEnd = machine().load;
  writeResults('farm-overhead', results, flags.output);
} finally {
  await farm.end();
}
