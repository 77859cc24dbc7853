/**
 * What a farm costs a batch: the ten rows of `bench/scenes` by the command on this machine, and by the same command through a farm on
 * it with one worker, in turns. Each batch has titles of its own, so that no row finds chunks of another.
 *
 *   npm run build && npx node bench/farm-batch.mjs
 *   npx node bench/farm-batch.mjs --slots 2             a worker of two slots
 *   npx node bench/farm-batch.mjs --at-once 2           two rows of the batch in flight on the farm (--batch-concurrency)
 *   npx node bench/farm-batch.mjs --runs 1              a quick look
 *
 * Both times are those of the command, its start included. The farm's programs run before, as those of a farm do, and have rendered a
 * batch that does not count.
 */
import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { startFarm } from './farm/own-farm.mjs';
import { machine, median, round, table, writeResults } from './farm/report.mjs';
import { writePage } from './farm/scene.mjs';
import { batch } from './scenes/batch.ts';

const repository = dirname(dirname(fileURLToPath(import.meta.url)));
const COMMAND = join(repository, 'oclif/bin/run.js');
const SIZE = { width: 1280, height: 720, seconds: 2, fps: 30 };

const { values: flags } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    slots: { type: 'string', default: '1' },
    'at-once': { type: 'string', default: '1' },
    output: { type: 'string' },
  },
});
const runs = Number(flags.runs);
const slots = Number(flags.slots);
const atOnce = Number(flags['at-once']);
const results = { machine: machine(), rows: batch.rows.length, runs, slots, atOnce };
const farm = await startFarm();
try {
  await farm.worker('one', { slots });
  const project = writePage(join(farm.directory, 'cards'), batch.page(SIZE));
  const output = join(farm.directory, 'output');
  let lastBatch = 0;
  /** Milliseconds. */
  const time = async (...args) => {
    lastBatch += 1;
    const rows = batch.rows.map((row) => ({ ...row, title: `${row.title} of ${lastBatch}` }));
    const file = join(farm.directory, 'rows.json');
    writeFileSync(file, JSON.stringify(rows));
    const began = performance.now();
    const all = ['render', project, '--batch', file, '--output', join(output, '{name}.mp4'), '--quiet', ...args];
    await promisify(execFile)(process.execPath, [COMMAND, ...all]);
    const ms = performance.now() - began;
    rmSync(output, { recursive: true });
    return ms;
  };
  const here = () => time();
  const there = () => time('--farm', farm.url, '--batch-concurrency', flags['at-once']);
  await here();
  await there();
  const local = [];
  const remote = [];
  for (let run = 0; run < runs; run += 1) {
    local.push(await here());
    remote.push(await there());
  }
  const ratio = median(remote) / median(local);
  console.log(`${results.rows} rows of ${SIZE.seconds} s at 720p, ${runs} run(s) each in turns, medians:`);
  const line = (name, list) => {
    const [least, most] = [Math.min(...list), Math.max(...list)].map((ms) => round(ms / 1000));
    return [name, `${round(median(list) / 1000)} s`, `${least}–${most} s`];
  };
  table([line('local', local), line('farm', remote), ['farm ÷ local', round(ratio, 3), null]]);
  Object.assign(results, { local, farm: remote, ratio, loadAtEnd: machine().load });
  writeResults('farm-batch', results, flags.output);
} finally {
  await farm.end();
}
