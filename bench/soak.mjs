/**
 * A long batch, watched: 1,000 rows of a 5-frame composition, with the resident memory of the whole process tree over
 * time and what is left running afterwards. Ends with 1 when rows are missing, memory grew, or something is left.
 *
 *   npm run build && npx node bench/soak.mjs
 *   npx node bench/soak.mjs --rows 200 --batch-concurrency 2
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000' },
    'batch-concurrency': { type: 'string', default: '1' },
    /** Most growth of the tree's memory from the second fifth of the batch to the last, in MiB. */
    'growth-limit': { type: 'string', default: '64' },
    /** Longest run, in minutes. */
    limit: { type: 'string', default: '60' },
  },
});
const rows = Number(flags.rows);
const growthLimitMiB = Number(flags['growth-limit']);

const repository = dirname(dirname(fileURLToPath(import.meta.url)));
const scratch = mkdtempSync(join(tmpdir(), 'framefarm-soak-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

const project = join(scratch, 'project');
const temporary = join(scratch, 'tmp');
for (const directory of [project, temporary]) mkdirSync(directory);
writeFileSync(
  join(project, 'index.html'),
  '<!doctype html><html><head><meta charset="utf-8"></head><body>' +
    '<div data-composition-id="soak" data-width="320" data-height="180" data-duration="0.5" data-fps="10">' +
    '<h1 data-var-text="n" style="font-size:80px;color:var(--tint)">0</h1></div></body></html>',
);
const tint = (n) => `#${((n * 2654435761) >>> 8).toString(16).slice(0, 6).padStart(6, '0')}`;
writeFileSync(
  join(scratch, 'rows.json'),
  JSON.stringify(Array.from({ length: rows }, (_, n) => ({ n: String(n), tint: tint(n) }))),
);

/** Processes of the batch: all descendants, and whatever names its temporary directory. */
function tree(rootPid) {
  const all = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
      if (fields[0] !== 'Z') all.push({ pid: Number(name), parent: Number(fields[1]), command });
    } catch {
      // It ended while we looked.
    }
  }
  const found = new Set([rootPid, ...all.filter((one) => one.command.includes(scratch)).map((one) => one.pid)]);
  found.delete(process.pid);
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const one of all) if (found.has(one.parent)) found.add(one.pid);
  }
  return all.filter((one) => found.has(one.pid));
}

/** Resident memory of one process in MiB, shared pages counted once over all. */
function memoryMiB(pid) {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

const started = performance.now();
const child = spawn(
  process.execPath,
  [
    ...[join(repository, 'oclif/bin/run.js'), 'render', project, '--batch', join(scratch, 'rows.json')],
    ...['-o', join(scratch, 'out/{n}.mp4'), '--quality', 'draft', '--json'],
    ...['--batch-concurrency', flags['batch-concurrency']],
  ],
  {
    cwd: scratch,
    env: { ...process.env, TMPDIR: temporary, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
const limit = setTimeout(() => child.kill('SIGTERM'), Number(flags.limit) * 60_000);

/** Memory at each completed row: the tree's, and that of the command alone. */
const samples = [];
let last = null;
let rest = '';
child.stdout.on('data', (data) => {
  const lines = (rest + data).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) {
    last = JSON.parse(line);
    if (last.type !== 'batch-row-complete' || last.index % Math.max(1, Math.floor(rows / 100)) !== 0) continue;
    const all = tree(child.pid);
    const sum = all.reduce((total, one) => total + memoryMiB(one.pid), 0);
    samples.push({ index: last.index, treeMiB: sum, commandMiB: memoryMiB(child.pid), processes: all.length });
    if (samples.length % 10 === 1) {
      const { index, treeMiB, commandMiB, processes } = samples.at(-1);
      console.log(
        `row ${index}: tree ${Math.round(treeMiB)} MiB in ${processes} processes, command ${Math.round(commandMiB)} MiB`,
      );
    }
  }
});
const exitCode = await new Promise((resolve, reject) => {
  child.once('error', reject);
  child.once('close', resolve);
});
clearTimeout(limit);
const seconds = (performance.now() - started) / 1000;

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
const part = (from, to) => samples.slice(Math.floor(samples.length * from), Math.ceil(samples.length * to));
const growth = (key) => median(part(0.8, 1).map((s) => s[key])) - median(part(0.2, 0.4).map((s) => s[key]));
const left = tree(child.pid).filter((one) => one.pid !== child.pid);
const files = readdirSync(temporary);
const treeGrowth = growth('treeMiB');

console.log(
  `${last?.completed ?? 0} of ${rows} rows in ${seconds.toFixed(1)} s (${(rows / seconds).toFixed(2)} rows/s), exit ${exitCode}`,
);
console.log(
  `memory from the second fifth to the last: tree ${treeGrowth.toFixed(1)} MiB, command ${growth('commandMiB').toFixed(1)} MiB`,
);
console.log(
  `left running: ${left.length}${left.map((one) => `\n  ${one.command}`).join('')}; temporary files left: ${files.length}`,
);
const fine =
  exitCode === 0 && last?.completed === rows && left.length === 0 && files.length === 0 && treeGrowth <= growthLimitMiB;
process.exitCode = fine ? 0 : 1;
