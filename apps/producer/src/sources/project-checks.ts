/** Everything that can be known of a project without a browser, before a submission is accepted (http-api 3.1). */
import { validateVariables } from '@framefarm/composition';
import type { InputIssue, RenderOptions } from '@framefarm/contract';
import { checkSource, lintProject, rootDeclarations } from '@framefarm/render';
import { RequestFault } from '../http/problems/request-fault.js';
import { entryOf } from './entry-file.js';

export interface CheckedProject {
  readonly entryFile: string;
  readonly lint: { readonly errorCount: number; readonly warningCount: number };
}

/**
 * `gate` says whether the project may be refused with these options, as a render of it would be, or is only linted.
 * @throws FramefarmError VALIDATION_FAILED for a missing entry, a range or a resolution that it does not have, LINT_FAILED,
 * VARIABLES_INVALID, and what compiling it throws.
 */
export async function checkProject(
  directory: string,
  paths: readonly string[],
  options: RenderOptions,
  askedEntry: string | undefined,
  gate: 'apply' | 'report' = 'apply',
): Promise<CheckedProject> {
  const entryFile = requiredEntry(paths, askedEntry);
  const checked = { ...options, composition: entryFile, outsideLinks: false };
  if (options.strictVariables) await checkVariables(directory, checked);
  const { errorCount, warningCount } =
    gate === 'apply' ? await checkSource(directory, checked) : await lintProject({ ...checked, projectDir: directory });
  return { entryFile, lint: { errorCount, warningCount } };
}

/** @throws FramefarmError VALIDATION_FAILED naming what was looked for. */
export function requiredEntry(paths: readonly string[], asked: string | undefined): string {
  const entry = entryOf(paths, asked);
  if (entry !== null) return entry;
  const message =
    asked === undefined
      ? 'entryFile: the project has no index.html, src/index.html or other HTML file'
      : `entryFile "${asked}": the project has no such file`;
  throw new RequestFault('VALIDATION_FAILED', message, {
    issues: [{ field: 'entryFile', code: 'entry_missing', message }],
  });
}

async function checkVariables(directory: string, options: RenderOptions): Promise<void> {
  const declarations = await rootDeclarations(directory, options);
  const issues = validateVariables(declarations, options.variables).map(
    (issue): InputIssue => ({ ...issue, field: `/variables/${issue.field ?? ''}` }),
  );
  if (issues.length === 0) return;
  throw new RequestFault('VARIABLES_INVALID', issues.map((issue) => issue.message).join('; '), { issues });
}
