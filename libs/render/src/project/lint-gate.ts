/** Lint before a render (composition-format 16): one line, or the end of it. */
import type { LintFinding, LintResult } from '@framefarm/composition';
import { counted, FramefarmError, type RenderOptions } from '@framefarm/contract';
import type { Report } from '../run/report.js';
import { lintProject } from './lint-project.js';
import type { DiskProject } from './project-reader.js';

/** Always stops a render: it would make an empty video of the wrong file. */
const FATAL = 'blank_root_with_standalone_composition';

/**
 * Lints the project and says in one notice how much was found.
 * @throws FramefarmError LINT_FAILED on errors under --strict, also on warnings under --strict-all, and always for an
 * empty root beside a complete composition.
 */
export async function lintGate(
  projectDir: string,
  project: DiskProject,
  options: RenderOptions,
  report: Report,
): Promise<LintResult> {
  const result = await lintProject({ ...options, projectDir }, project);
  const summary = lintSummary(result);
  if (summary !== null) report.notice('lint', `${summary} (run "framefarm lint" in the project for details)`);
  const refused = refusedFindings(result, options.strict);
  if (refused.length === 0) return result;
  throw new FramefarmError('LINT_FAILED', refused.map(lineOf).join('\n'), {
    stage: 'compile',
    issues: refused.map((finding) => ({ code: finding.code, message: lineOf(finding) })),
    ...(refused[0]?.code === FATAL && refused[0].fixHint !== undefined ? { hint: refused[0].fixHint } : {}),
  });
}

/** The findings that stop a render under a gate. */
function refusedFindings(result: LintResult, strict: RenderOptions['strict']): readonly LintFinding[] {
  return result.findings.filter(({ code, severity }) => {
    if (code === FATAL) return true;
    return (strict !== 'off' && severity === 'error') || (strict === 'all' && severity === 'warning');
  });
}

/** `2 errors, 1 warning`; null when there is neither. What is said for information only is left out. */
function lintSummary({ errorCount, warningCount }: LintResult): string | null {
  const parts = [
    ...(errorCount === 0 ? [] : [counted(errorCount, 'error')]),
    ...(warningCount === 0 ? [] : [counted(warningCount, 'warning')]),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}

const lineOf = ({ code, file, message }: LintFinding): string =>
  `${file === undefined || message.startsWith(`${file}:`) ? '' : `${file}: `}${message} [${code}]`;
