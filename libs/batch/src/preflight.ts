/** Everything that can be wrong with a batch, found over the whole of it before anything starts (cli 5). */
import { join, resolve } from 'node:path';
import { validateVariables } from '@framefarm/composition';
import {
  counted,
  FramefarmError,
  type InputIssue,
  type Notice,
  rowName,
  type VariableDeclaration,
} from '@framefarm/contract';
import { readManifest } from './manifest/read-manifest.js';
import { commonDirectory } from './outputs/common-directory.js';
import { staysBelow } from './outputs/containment.js';
import { type NamedOutput, outputConflicts } from './outputs/output-conflicts.js';
import {
  fillTemplate,
  fixedDirectory,
  INDEX_PLACEHOLDER,
  type OutputTemplate,
  usesPlaceholder,
} from './outputs/template.js';
import { LOST_DIGITS, losesDigits } from './rows/lost-digits.js';
import type { ParsedRows, RowVariables } from './rows/parse-rows.js';

/** File name of the manifest (cli 6.1). */
const MANIFEST_NAME = 'manifest.json';

/** Longest name of one file or directory in bytes; what every usual file system takes. */
const MAX_NAME_BYTES = 255;

export interface BatchInput {
  /** Absolute path of the batch file. */
  readonly batchPath: string;
  readonly parsed: ParsedRows;
  readonly template: OutputTemplate;
  /** Faults of the template itself. */
  readonly templateIssues: readonly InputIssue[];
  /** Directory at which relative outputs start. */
  readonly cwd: string;
  /** Variables for all rows; a row's own win over them. */
  readonly baseVariables: RowVariables;
  /** Declarations of the root, or null when mismatches are not refused. */
  readonly declarations: readonly VariableDeclaration[] | null;
  /** How messages name another row, given its index; default: as for people. */
  readonly nameOf?: (index: number) => string;
  /** Whether an output can be written at the absolute path: null, or what is wrong. */
  readonly outputFault: (path: string) => Promise<FramefarmError | null>;
}

/** One row that is ready to be rendered. */
export interface PlannedRow {
  /** From 0. */
  readonly index: number;
  /** Those of all rows with the row's own over them. */
  readonly variables: RowVariables;
  /** Absolute. */
  readonly outputPath: string;
}

export interface BatchPlan {
  readonly batchPath: string;
  readonly manifestPath: string;
  readonly rows: readonly PlannedRow[];
  readonly notices: readonly Notice[];
}

/**
 * Checks the whole batch. Starts nothing and writes nothing.
 * @throws FramefarmError BATCH_PREFLIGHT_FAILED with every fault, in the order of the rows.
 */
export async function preflightBatch(input: BatchInput): Promise<BatchPlan> {
  const { parsed, template } = input;
  const issues: InputIssue[] = [...input.templateIssues, ...parsed.issues];
  const rows: PlannedRow[] = [];
  for (const [index, row] of parsed.rows.entries()) {
    if (row === null) continue;
    const variables = { ...input.baseVariables, ...row };
    if (input.declarations !== null) {
      for (const issue of validateVariables(input.declarations, variables)) issues.push({ ...issue, row: index });
    }
    if (input.templateIssues.length > 0) continue;
    const { path, faults } = fillTemplate(template, variables, index);
    for (const fault of faults) issues.push({ row: index, ...fault });
    if (path === null) continue;
    const longest = Math.max(...path.split(/[/\\]/).map((name) => Buffer.byteLength(name)));
    if (longest > MAX_NAME_BYTES) {
      const message = `the output ${path} has a name of ${longest} bytes; at most ${MAX_NAME_BYTES} are possible`;
      issues.push({ row: index, field: '--output', code: 'output_too_long', message });
      continue;
    }
    rows.push({ index, variables, outputPath: resolve(input.cwd, path) });
  }

  const manifestPath = rows.length === 0 ? '' : join(commonDirectory(rows.map((row) => row.outputPath)), MANIFEST_NAME);
  if (rows.length > 0) issues.push(...(await outputIssues(input, rows, manifestPath)));
  if (issues.length > 0) throw preflightFailure(input.batchPath, inOrder(issues));
  return {
    batchPath: input.batchPath,
    manifestPath,
    rows,
    notices: [...indexNotice(template, parsed), ...digitsNotice(input)],
  };
}

async function outputIssues(
  { template, cwd, batchPath, nameOf, outputFault }: BatchInput,
  rows: readonly PlannedRow[],
  manifestPath: string,
): Promise<InputIssue[]> {
  const outputs: NamedOutput[] = rows.map(({ index, outputPath }) => ({ index, path: outputPath }));
  const issues = outputConflicts(outputs, manifestPath, batchPath, nameOf);
  const earlier = await readManifest(manifestPath);
  if (earlier.kind === 'foreign') {
    const message = `the batch writes its record to ${manifestPath}, but the file there ${earlier.reason}; move it away, or choose another directory with --output`;
    issues.unshift({ field: '--output', code: 'manifest_not_replaceable', message });
  }
  const blamed = new Set(issues.map((issue) => issue.row));
  const fixed = resolve(cwd, fixedDirectory(template));
  for (const { index, path } of outputs) {
    if (blamed.has(index)) continue;
    if (!(await staysBelow(fixed, path))) {
      const message = `the output ${path} leaves the directory ${fixed} of --output through a link`;
      issues.push({ row: index, field: '--output', code: 'output_leaves_template', message });
      continue;
    }
    const fault = await outputFault(path);
    if (fault !== null) {
      issues.push({ row: index, field: '--output', code: 'output_not_writable', message: fault.message });
    }
  }
  return issues;
}

/** Faults of the batch first, then those of its rows by number; those of one row as they were found. */
function inOrder(issues: readonly InputIssue[]): InputIssue[] {
  return issues.toSorted((a, b) => (a.row ?? -1) - (b.row ?? -1));
}

export function preflightFailure(batchPath: string, issues: readonly InputIssue[]): FramefarmError {
  const message = `${counted(issues.length, 'fault')} in the batch ${batchPath}; nothing was rendered`;
  return new FramefarmError('BATCH_PREFLIGHT_FAILED', message, { issues });
}

function indexNotice(template: OutputTemplate, { rows }: ParsedRows): Notice[] {
  if (!usesPlaceholder(template, INDEX_PLACEHOLDER)) return [];
  const count = rows.filter((row) => row !== null && Object.hasOwn(row, INDEX_PLACEHOLDER)).length;
  if (count === 0) return [];
  const message = `{index} in --output is the number of the row, from 0; the key "index" of ${counted(count, 'row')} is a variable only`;
  return [{ code: 'index_placeholder', message }];
}

/** One for all of them; what names an output is refused. */
function digitsNotice({ parsed, nameOf = rowName }: BatchInput): Notice[] {
  for (const [index, row] of parsed.rows.entries()) {
    const found = Object.entries(row ?? {}).find(([, value]) => losesDigits(value));
    if (found === undefined) continue;
    const [key, value] = found;
    return [{ code: 'lost_digits', message: `"${key}" of ${nameOf(index)} is ${value}, ${LOST_DIGITS}` }];
  }
  return [];
}
