/**
 * CPU time of the command line's own process (user and system, children not counted) until it has answered, or until a
 * render starts its first browser, as multiples of a Node.js that does nothing.
 *
 *     node bench/startup.mjs [--runs 15] [--command path/to/bin/run.js]
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '15' }, command: { type: 'string' } } });
const runs = Number(values.runs);
const command = resolve(values.command ?? join(import.meta.dirname, '../oclif/bin/run.js'));

const scratch = mkdtempSync(join(tmpdir(), 'framefarm-startup-'));
const usage = join(scratch, 'usage.json');
const meter = join(scratch, 'meter.mjs');
const browser = join(scratch, 'browser');
const project = join(scratch, 'project');
const text = '<div data-composition-id="a" data-width="160" data-height="90" data-duration="1"><p>Hi</p></div>';
mkdirSync(project);
writeFileSync(join(project, 'index.html'), `<!doctype html><html><body>${text}</body></html>`);
writeFileSync(
  meter,
  `import { writeFileSync } from 'node:fs';
   process.on('exit', () => writeFileSync(${JSON.stringify(usage)}, JSON.stringify(process.cpuUsage())));`,
);
// A browser that says what it is and cannot be started: the render ends where it would begin.
writeFileSync(browser, '#!/bin/sh\ncase $* in *--version*) echo "Chromium 153.0.0.0" ;; *) exit 1 ;; esac\n');
chmodSync(browser, 0o755);

const measured = [
  ['node, nothing', ['-e', '0']],
  ['framefarm --version', [command, '--version']],
  ['framefarm --help', [command, '--help']],
  ['framefarm render --help', [command, 'render', '--help']],
  ['framefarm lint', [command, 'lint', project]],
  [
    'framefarm render, to the browser',
    [command, 'render', project, '--browser-path', browser, '-o', join(scratch, 'a.mp4')],
  ],
];

/** Milliseconds of one run. */
function cpuMs(args) {
  rmSync(usage, { force: true });
  spawnSync(process.execPath, ['--import', pathToFileURL(meter).href, ...args], { stdio: 'ignore', cwd: scratch });
  const { user, system } = JSON.parse(readFileSync(usage, 'utf8'));
  return (user + system) / 1000;
}

const samples = measured.map(() => []);
try {
  // The first round fills the cache of compiled code and does not count. Programs take turns within a round.
  for (let round = 0; round <= runs; round++) {
    for (const [index, [, args]] of measured.entries()) {
      const ms = cpuMs(args);
      if (round > 0) samples[index].push(ms);
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
const base = median(samples[0]);
console.log('| | CPU, median | to the slowest | against node |\n|---|---|---|---|');
for (const [index, [name]] of measured.entries()) {
  const list = samples[index];
  const ms = median(list);
  console.log(`| ${name} | ${ms.toFixed(0)} ms | ${Math.max(...list).toFixed(0)} ms | ${(ms / base).toFixed(1)} × |`);
}
