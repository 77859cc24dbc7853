/** What vitest's JSON reports say, file by file. No process is started here. */
import { relative } from 'node:path';

/** More failed files than this are no accident: they are not tried again. */
const SECOND_TRY_FILES = 3;

/**
 * Files worth a second try, alone on the machine: a few, of those that watch real processes. Pure logic fails for a reason.
 * @param {import('./report.d.mts').Report} report
 * @param {string} root
 */
export function filesForSecondTry(report, root) {
  const failed = report.testResults.filter(hasFailed).map(({ name }) => relative(root, name));
  const alone = failed.filter((path) => !path.startsWith('test/unit/'));
  return failed.length <= SECOND_TRY_FILES && alone.length === failed.length ? alone : [];
}

/**
 * The first report, with the files of the second in their places.
 * @param {import('./report.d.mts').Report} first
 * @param {import('./report.d.mts').Report} second
 */
export function withSecondTry(first, second) {
  const again = new Map(second.testResults.map((file) => [file.name, file]));
  return { testResults: first.testResults.map((file) => again.get(file.name) ?? file) };
}

/** @param {import('./report.d.mts').Report} report */
export function passedCount(report) {
  return report.testResults.flatMap(({ assertionResults }) => assertionResults).filter(isPassed).length;
}

/**
 * Names of the tests that failed; of a file in which no test tells why, the file's own.
 * @param {import('./report.d.mts').Report} report
 * @param {string} root
 */
export function failures(report, root) {
  return report.testResults.filter(hasFailed).flatMap((file) => {
    const path = relative(root, file.name);
    const tests = file.assertionResults.filter(({ status }) => status === 'failed');
    if (tests.length > 0) return tests.map(({ fullName }) => `${path} > ${fullName}`);
    return [`${path}: ${(file.message ?? 'could not be run').split('\n')[0]}`];
  });
}

function hasFailed({ status, assertionResults }) {
  return status === 'failed' || assertionResults.some((test) => test.status === 'failed');
}

function isPassed({ status }) {
  return status === 'passed';
}
