/** Linting, for programs. */
import { resolveRenderOptions } from '@framefarm/contract';
import type { LintResult } from '@framefarm/render';
import { LINT_OPTIONS } from '../target/lint-options.js';
import { checkCall } from './call.js';
import { lintChecked } from './checked-lint.js';
import type { LintOptions } from './options.js';
import { programOptions } from './program-options.js';

/**
 * Looks for mistakes in the sources of a composition. Starts nothing and opens no connection. Findings are a result,
 * not an error.
 *
 * @param directory The project, which holds the entry file; relative to `options.cwd`.
 * @throws FramefarmError VALIDATION_FAILED with one issue per wrong option, COMPOSITION_NOT_FOUND, EMPTY_COMPOSITION.
 */
export async function lint(directory: string, options: LintOptions = {}): Promise<LintResult> {
  checkCall(directory, options);
  const { cwd: from, config, ...values } = options;
  const cwd = from ?? process.cwd();
  const { raw, issues, caller } = await programOptions(directory, values, config, cwd, LINT_OPTIONS);
  const resolved = resolveRenderOptions(raw, caller.nameOf);
  const faults = [...issues, ...(resolved.ok ? [] : resolved.issues)];
  if (!resolved.ok || faults.length > 0) throw caller.refusal(faults);
  return lintChecked(directory, { options: resolved.options, raw }, cwd);
}
