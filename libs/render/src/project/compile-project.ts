/** Reading and compiling the source of a render; refuses variables that do not fit where that was asked for. */
import { compileComposition } from '@framefarm/composition';
import { type CompiledComposition, counted, FramefarmError, type RenderOptions } from '@framefarm/contract';
import type { Report } from '../run/report.js';
import type { DiskProject } from './project-reader.js';

export interface Compilation {
  readonly options: RenderOptions;
  /** Gains what was found. */
  readonly report: Report;
}

/** @throws FramefarmError `VARIABLES_INVALID`, and what `compileComposition` throws. */
export async function compileProject(
  { options, report }: Compilation,
  project: DiskProject,
): Promise<CompiledComposition> {
  const compiled = await compileComposition({ project, entryFile: options.composition, variables: options.variables });
  report.warnAll(compiled.warnings);
  for (const [file, encoding] of project.unknownEncodings) {
    report.warn({
      code: 'unsupported_feature',
      message: `${file} says that it is in "${encoding}", which is no encoding; it was read as UTF-8`,
      stage: 'compile',
      details: { feature: 'encoding', file, encoding },
    });
  }
  for (const { code, message } of compiled.notices) report.notice(code, message);
  if (options.strictVariables && compiled.variableIssues.length > 0) {
    const message = `${counted(compiled.variableIssues.length, 'variable')} not as declared`;
    throw new FramefarmError('VARIABLES_INVALID', message, { issues: compiled.variableIssues, stage: 'compile' });
  }
  for (const { code, message, field } of compiled.variableIssues) {
    const details = { kind: code, variable: field ?? null };
    report.warn({ code: 'variable_issue', message, stage: 'compile', details });
  }
  return compiled;
}
