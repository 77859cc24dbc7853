/**
 * Runs the whole suite and ends with the names of what failed and one plain line: "N passed, N failed".
 * What failed beside others is tried once more, alone, and named whatever comes of it (docs/decisions/a-second-try.md).
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { packProgram } from '../packed-program.ts';
import { failures, filesForSecondTry, passedCount, withSecondTry } from './report.mjs';

/** Free bytes in memory, and of the file system there, from which on temporary files lie in it: the suite has up to 1.5 GiB of them. */
const ROOM_BYTES = 6 * 2 ** 30;

/** Some thousand browsers make a profile of some sixty files each and remove it again, which a disk's file system is slow at. */
function placeForTemporaryFiles() {
  // Whoever names a place has it.
  if (process.env.TMPDIR !== undefined) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return Math.min(bavail * bsize, freemem()) >= ROOM_BYTES ? '/dev/shm' : tmpdir();
  } catch {
    return tmpdir();
  }
}

const root = process.cwd();
const scratch = mkdtempSync(join(placeForTemporaryFiles(), 'framefarm-tests-'));
// What lies in memory must go however the suite ends.
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
let running = null;
let interrupted = false;
// A terminal tells vitest of Ctrl-C by itself.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    interrupted = true;
    if (signal === 'SIGTERM') running?.kill(signal);
  });
}

const hasEngine = spawnSync('docker', ['info', '--format', '{{.ServerVersion}}'], { timeout: 30_000 }).status === 0;
const chosen = process.argv.slice(2);
// The command line that the tests start is the one that users get: it also starts a third faster than the compiler's output.
// Those who run as another user reach it too.
chmodSync(scratch, 0o755);
process.env.FRAMEFARM_TEST_DISK = tmpdir();
process.env.TMPDIR = join(scratch, 'tmp');
mkdirSync(process.env.TMPDIR);
chmodSync(process.env.TMPDIR, 0o1777);
process.env.FRAMEFARM_TEST_PROGRAM = await packProgram(root, join(scratch, 'program'));
process.env.NODE_COMPILE_CACHE = join(scratch, 'compiled');
// What test files of several processes have in common, and one of them makes.
process.env.FRAMEFARM_TEST_SHARED = join(scratch, 'shared');
mkdirSync(process.env.FRAMEFARM_TEST_SHARED);

/** @returns the report, or a word on why there is none. */
async function run(name, args) {
  if (interrupted) return { trouble: 'interrupted' };
  const file = join(scratch, `${name}.json`);
  const all = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args];
  if (!hasEngine) all.push('--project=!container');
  const child = spawn('vitest', all, { stdio: 'inherit' });
  running = child;
  try {
    const [code, signal] = await once(child, 'exit');
    const report = JSON.parse(readFileSync(file, 'utf8'));
    const failed = failures(report, root).length > 0;
    return code === 0 || failed ? { report } : { trouble: `vitest ended with ${code ?? signal}`, report };
  } catch (error) {
    return { trouble: `no report of the tests: ${error.message}` };
  }
}

let { report, trouble } = await run('first', chosen);
const again = report === undefined || chosen.length > 0 || interrupted ? [] : filesForSecondTry(report, root);
const atFirst = again.length === 0 ? [] : failures(report, root);
for (const [index, path] of again.entries()) {
  console.log(`A second try, alone: ${path}`);
  const second = await run(`again-${index}`, [path]);
  trouble ??= second.trouble;
  if (second.report !== undefined) report = withSecondTry(report, second.report);
}

const passed = report === undefined ? 0 : passedCount(report);
const failed = report === undefined ? [] : failures(report, root);
const troubles = trouble === undefined ? failed : [...failed, trouble];
if (passed === 0 && troubles.length === 0) troubles.push('no test ran');
process.exitCode = troubles.length === 0 ? 0 : 1;
// At the very end, so that the last lines of a log tell what failed.
for (const name of atFirst.filter((known) => !failed.includes(known))) console.log(`PASSED ONLY ALONE ${name}`);
for (const name of troubles) console.log(`FAILED ${name}`);
if (!hasEngine) console.log('The container tests did not run: no Docker engine answers (npm run test:container).');
console.log(`${passed} passed, ${troubles.length} failed`);
