/** How the suite sums up: what is tried again, and what counts in the end. */
import { describe, expect, it } from 'vitest';
import {
  failures,
  filesForSecondTry,
  passedCount,
  type Report,
  withSecondTry,
} from '../../../scripts/tests/report.mjs';

const file = (path: string, tests: Readonly<Record<string, string>>, status = 'passed', message?: string) => ({
  name: `/repo/${path}`,
  status,
  ...(message === undefined ? {} : { message }),
  assertionResults: Object.entries(tests).map(([fullName, result]) => ({ fullName, status: result })),
});
const report = (...testResults: Report['testResults']): Report => ({ testResults });

const FINE = file('test/e2e/fine.test.ts', { 'a video': 'passed' });
const KILLED = file('test/farm/killed.test.ts', { 'a kill': 'failed', 'a freeze': 'passed' }, 'failed');
const UNSTARTED = file('test/browser/page.test.ts', { 'a page': 'skipped' }, 'failed', 'no browser\n  at open');
const LOGIC = file('test/unit/time.test.ts', { 'a second': 'failed' }, 'failed');

describe('the report of the suite', () => {
  it('names each test that failed, and a file whose set-up failed by its first line', () => {
    expect(failures(report(FINE, KILLED, UNSTARTED), '/repo')).toEqual([
      'test/farm/killed.test.ts > a kill',
      'test/browser/page.test.ts: no browser',
    ]);
  });

  it('asks a second try for the few files that watch processes', () => {
    expect(filesForSecondTry(report(FINE, KILLED, UNSTARTED), '/repo')).toEqual([
      'test/farm/killed.test.ts',
      'test/browser/page.test.ts',
    ]);
  });

  it('asks none when pure logic fails or many files do', () => {
    expect(filesForSecondTry(report(KILLED, LOGIC), '/repo')).toEqual([]);
    expect(filesForSecondTry(report(KILLED, KILLED, KILLED, KILLED), '/repo')).toEqual([]);
  });

  it('counts a file tried again by its second result alone', () => {
    const second = file('test/farm/killed.test.ts', { 'a kill': 'passed', 'a freeze': 'failed' }, 'failed');
    const sum = withSecondTry(report(FINE, KILLED), report(second));
    expect(passedCount(sum)).toBe(2);
    expect(failures(sum, '/repo')).toEqual(['test/farm/killed.test.ts > a freeze']);
  });
});
