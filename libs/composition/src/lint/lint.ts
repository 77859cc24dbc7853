/** Lints a composition from its source alone (reference: composition-format 16). */
import { FramefarmError } from '@framefarm/contract';
import type { LintFinding, LintRequest, LintResult } from './model.js';
import { type Reporter, toFinding } from './rule.js';
import { RULES } from './rules/index.js';
import { loadProject } from './source/lint-project.js';

const ORDER = { error: 0, warning: 1, info: 2 } as const;

/**
 * Findings of all rules. Needs no browser and reads only files of the project. Rules that need facts from outside stay
 * silent when the request does not give them.
 * @throws FramefarmError COMPOSITION_NOT_FOUND when the entry file does not exist, EMPTY_COMPOSITION when it nests
 * elements too deep to be read. What the reader throws for the entry passes through.
 */
export async function lintComposition(request: LintRequest): Promise<LintResult> {
  const project = await loadProject(request.project, request.entryFile);
  if (project === null) {
    throw new FramefarmError(
      'COMPOSITION_NOT_FOUND',
      `entry file "${request.entryFile}" does not exist in the project`,
    );
  }
  const findings = new Map<string, LintFinding>();
  const report: Reporter = (code, remark) => {
    const finding = toFinding(code, remark);
    // A file that is mounted several times has its faults once.
    const key = JSON.stringify([code, finding.file, finding.message, finding.snippet]);
    if (!findings.has(key)) findings.set(key, finding);
  };
  for (const rule of RULES) await rule(project, report, request);

  const sorted = [...findings.values()].sort(
    (a, b) => ORDER[a.severity] - ORDER[b.severity] || (a.file ?? '').localeCompare(b.file ?? '', 'en'),
  );
  const count = (severity: LintFinding['severity']): number =>
    sorted.filter((finding) => finding.severity === severity).length;
  const errorCount = count('error');
  return {
    ok: errorCount === 0,
    errorCount,
    warningCount: count('warning'),
    infoCount: count('info'),
    findings: sorted,
  };
}
