/** The preflight of a batch: that of the command line, in the names of HTTP (http-api 3.6, cli 5). */
import { isAbsolute, join, relative, sep } from 'node:path';
import { type BatchPlan, type ParsedRows, parseRows, parseTemplate, preflightBatch } from '@framefarm/batch';
import {
  asFramefarmError,
  counted,
  FORMATS,
  type FramefarmError,
  type InputIssue,
  type RenderOptions,
  type VariableDeclaration,
} from '@framefarm/contract';
import { rootDeclarations } from '@framefarm/render';
import { RequestFault } from '../http/problems/request-fault.js';
import { outputNameFault } from '../options/output-name.js';

export const DEFAULT_TEMPLATE = '{index}';

/** What a batch will produce: one relative name per row. */
export interface PlannedBatch {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly outputNames: readonly string[];
}

/** The declarations that rows are held against; null where mismatches are not refused. */
export async function declarationsFor(
  directory: string,
  options: RenderOptions,
  entryFile: string,
): Promise<readonly VariableDeclaration[] | null> {
  if (!options.strictVariables) return null;
  return rootDeclarations(directory, { ...options, composition: entryFile, outsideLinks: false });
}

/**
 * Checks all rows and names their outputs. `root` is an empty directory: names are resolved below it, nothing is written.
 * @throws FramefarmError BATCH_PREFLIGHT_FAILED with every fault, as pointers into the body.
 */
export async function planBatch(
  rows: readonly unknown[],
  templateText: string,
  options: RenderOptions,
  declarations: readonly VariableDeclaration[] | null,
  root: string,
): Promise<PlannedBatch> {
  const { extension } = FORMATS[options.format];
  const text = templateText.toLowerCase().endsWith(extension) ? templateText : `${templateText}${extension}`;
  const { template, faults } = parseTemplate(text);
  const templateFault = outputNameFault(text.replace(/\{[^{}]*\}/g, 'x'));
  const named = faults.map((fault) => ({ ...fault, field: 'outputTemplate' }));
  const unsafe =
    templateFault === null
      ? []
      : [{ field: 'outputTemplate', code: 'template_invalid', message: `outputTemplate ${text}: ${templateFault}` }];
  const parsed: ParsedRows = parseRows(JSON.stringify(rows));
  const outputs = join(root, 'outputs');
  let plan: BatchPlan;
  try {
    plan = await preflightBatch({
      batchPath: join(root, 'rows.json'),
      parsed,
      template,
      templateIssues: [...named, ...unsafe],
      cwd: outputs,
      baseVariables: options.variables,
      declarations,
      nameOf: (index) => `/rows/${index}`,
      outputFault: async () => null,
    });
  } catch (thrown) {
    throw inHttpWords(asFramefarmError(thrown), outputs);
  }
  const outputNames = plan.rows.map(({ outputPath }) => relative(outputs, outputPath).split(sep).join('/'));
  const outside = outputNames.findIndex((name) => name.startsWith('../') || isAbsolute(name));
  if (outside !== -1) {
    const message = `the output ${outputNames[outside]} lies outside the outputs`;
    throw failure([{ row: outside, field: 'outputTemplate', code: 'output_outside', message }]);
  }
  return { rows: parsed.rows.map((row) => row ?? {}), outputNames };
}

/** The same faults with the field names of a body, and with names of outputs in place of paths of this host. */
function inHttpWords(error: FramefarmError, outputs: string): FramefarmError {
  if (error.code !== 'BATCH_PREFLIGHT_FAILED') return error;
  const words = (text: string): string =>
    text
      .replaceAll(`${outputs}${sep}`, '')
      .replaceAll(outputs, 'the outputs')
      .replaceAll('--output', 'outputTemplate')
      .replaceAll('--batch', 'rows');
  return failure(
    error.issues.map((issue) => ({
      ...issue,
      message: words(issue.message),
      ...(issue.field === undefined ? {} : { field: words(issue.field) }),
    })),
  );
}

function failure(issues: readonly InputIssue[]): FramefarmError {
  const message = `${counted(issues.length, 'fault')} in the rows; nothing was created`;
  // A fault of a row's output is a fault of the row; only one of the template itself has no row.
  const placed = issues.map((issue) =>
    issue.row !== undefined && issue.field === 'outputTemplate' ? { ...issue, field: '' } : issue,
  );
  return new RequestFault('BATCH_PREFLIGHT_FAILED', message, { issues: placed });
}
