/** Runs the whole suite and ends with the names of what failed and one plain line: "N passed, N failed". */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const scratch = mkdtempSync(join(tmpdir(), 'framefarm-tests-'));
const report = join(scratch, 'report.json');
const hasEngine = spawnSync('docker', ['info', '--format', '{{.ServerVersion}}'], { timeout: 30_000 }).status === 0;
const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
if (!hasEngine) args.push('--project=!container');
const child = spawn('vitest', [...args, ...process.argv.slice(2)], { stdio: 'inherit' });

child.on('error', (error) => {
  console.error(`vitest could not be started: ${error.message}`);
  process.exitCode = 1;
});
child.on('exit', (code, signal) => {
  let passed = 0;
  let failures = [];
  try {
    const result = JSON.parse(readFileSync(report, 'utf8'));
    passed = result.numPassedTests;
    failures = result.testResults.flatMap(failuresOf);
  } catch (error) {
    failures = [`no report of the tests: ${error.message}`];
  }
  rmSync(scratch, { recursive: true, force: true });
  if (code !== 0 && failures.length === 0) failures = [`vitest ended with ${code ?? signal}`];
  if (passed === 0 && failures.length === 0) failures = ['no test ran'];
  process.exitCode = failures.length === 0 ? 0 : 1;
  // At the very end, so that the last lines of a log tell what failed.
  for (const failure of failures) console.log(`FAILED ${failure}`);
  if (!hasEngine) console.log('The container tests did not run: no Docker engine answers (npm run test:container).');
  console.log(`${passed} passed, ${failures.length} failed`);
});

/** Names of the tests of a file that failed, or the file's own where none of them tells why it did. */
function failuresOf(file) {
  const path = relative(process.cwd(), file.name);
  const tests = file.assertionResults.filter(({ status }) => status === 'failed');
  if (tests.length > 0) return tests.map(({ fullName }) => `${path} > ${fullName}`);
  return file.status === 'failed' ? [`${path}: ${firstLine(file.message ?? 'could not be run')}`] : [];
}

function firstLine(text) {
  return text.split('\n')[0];
}
