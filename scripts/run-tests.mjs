/** Runs the whole suite and ends with one plain line: "N passed, N failed". */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const scratch = mkdtempSync(join(tmpdir(), 'framefarm-tests-'));
const report = join(scratch, 'report.json');
const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
const child = spawn('vitest', [...args, ...process.argv.slice(2)], { stdio: 'inherit' });

child.on('error', (error) => {
  console.error(`vitest could not be started: ${error.message}`);
  process.exitCode = 1;
});
child.on('exit', (code) => {
  let passed = 0;
  let failed = 0;
  try {
    const result = JSON.parse(readFileSync(report, 'utf8'));
    passed = result.numPassedTests;
    // A file that could not be loaded has no tests of its own but is a failure all the same.
    failed =
      result.numFailedTests +
      result.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  } catch {
    failed = 1;
  }
  rmSync(scratch, { recursive: true, force: true });
  process.exitCode = code === 0 && failed === 0 && passed > 0 ? 0 : 1;
  if (process.exitCode !== 0 && failed === 0) failed = 1;
  console.log(`${passed} passed, ${failed} failed`);
});
