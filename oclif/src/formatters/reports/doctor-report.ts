/** `doctor` for people and for programs (cli 8). */
import { counted } from '@framefarm/contract';
import type { CheckResult } from '../../doctor/check.js';
import { paint } from '../text/style.js';
import { neutralisedLine } from '../text/terminal-text.js';

/** Width of the name column: the longest name of cli 8 and two spaces, with room for `Hardware encoders`. */
const NAME_WIDTH = 19;

/** The line of one check, and its hint below when it failed. */
export function checkLines(check: CheckResult, colour: boolean): string[] {
  const mark = check.ok ? paint('good', '✓', colour) : paint(check.required ? 'error' : 'warning', '✗', colour);
  const lines = [`  ${mark} ${check.name.padEnd(NAME_WIDTH)}${neutralisedLine(check.detail)}`];
  if (check.hint !== undefined) lines.push(`      ${neutralisedLine(check.hint)}`);
  return lines;
}

/** Depends on the required checks only. */
export function allRequiredPassed(checks: readonly CheckResult[]): boolean {
  return checks.every((check) => check.ok || !check.required);
}

/** The last line. */
export function summaryLine(checks: readonly CheckResult[]): string {
  const failed = checks.filter((check) => check.required && !check.ok).map((check) => check.name);
  if (failed.length === 0) return 'All required checks passed.';
  return `${counted(failed.length, 'required check')} failed: ${failed.join(', ')}.`;
}

/** The one document of `--json`. */
export function doctorDocument(checks: readonly CheckResult[], version: string): Readonly<Record<string, unknown>> {
  return {
    ok: allRequiredPassed(checks),
    platform: process.platform,
    arch: process.arch,
    checks,
    _meta: { version },
  };
}
