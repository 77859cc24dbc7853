/** Errors and warnings in the words of the page. */
import type { LintResult } from '@framefarm/composition';
import { asFramefarmError, type Notice, WARNINGS, type Warning } from '@framefarm/contract';
import type { Failure, Finding } from '../protocol.js';

export function failureOf(thrown: unknown): Failure {
  const error = asFramefarmError(thrown);
  return { code: error.code, title: error.entry.title, message: error.message, hint: error.hint };
}

export function lintFindings({ findings }: LintResult): Finding[] {
  return findings.map(({ code, severity, message, file, fixHint }) => ({
    source: 'lint',
    severity,
    code,
    message,
    ...(file === undefined ? {} : { file }),
    ...(fixHint === undefined ? {} : { hint: fixHint }),
  }));
}

/** Warnings that fail a render under a gate are warnings here too; the rest is said for information. */
export function warningFindings(warnings: readonly Warning[]): Finding[] {
  return warnings.map(({ code, message }) => ({
    source: 'composition',
    severity: WARNINGS[code].length > 0 ? 'warning' : 'info',
    code,
    message,
  }));
}

export function noticeFindings(notices: readonly Notice[]): Finding[] {
  return notices.map(({ code, message }) => ({ source: 'composition', severity: 'info', code, message }));
}
