/** From a command line with `--batch` to a batch that can start: all checks that need no browser (cli 1, 5). */
import { isAbsolute, relative, resolve } from 'node:path';
import type { BatchPlan } from '@framefarm/batch';
import type {
  BatchOptions,
  ContainerOptions,
  FarmOptions,
  InputIssue,
  Notice,
  RawOptions,
  RenderOptions,
} from '@framefarm/contract';
import { asFramefarmError, FORMATS, type FramefarmError } from '@framefarm/contract';
import type { Caller } from '../library/caller.js';
import { checkOutput, chooseOutput, writeCheckOnce } from './output-path.js';
import { projectName } from './project-directory.js';
import { prepareSource } from './render-request.js';

export interface PreparedBatch {
  readonly projectDir: string;
  readonly options: RenderOptions;
  readonly batch: BatchOptions;
  /** Null for a batch on this machine. */
  readonly farm: FarmOptions | null;
  /** Null for a batch outside of containers. */
  readonly container: ContainerOptions | null;
  readonly plan: BatchPlan;
  readonly dryRun: boolean;
  /** Path of an output in words for the user: as the template is, from the current directory or absolute. */
  readonly shown: (outputPath: string) => string;
  readonly notices: readonly Notice[];
}

/**
 * Flags, project, variables, the whole batch, lint gate, environment, in this order. Throws a FramefarmError; nothing has
 * been started or written then. `signal` ends the wait for rows that come from standard input, and for the writer of a pipe.
 */
export async function prepareBatch(
  directory: string,
  raw: RawOptions,
  issues: readonly InputIssue[],
  cwd: string,
  caller: Caller,
  signal: AbortSignal,
): Promise<PreparedBatch> {
  const source = await prepareSource(directory, raw, issues, cwd, caller, signal);
  const { projectDir, options, batch, farm, container } = source;
  if (batch === null)
    throw caller.refusal([{ field: '--batch', code: 'missing_option', message: '--batch is absent' }]);
  // Loaded when flags and project are right: a wrong flag is answered without them.
  const { defaultTemplate, parseTemplate, preflightBatch, readBatchFile, readBatchInput, STANDARD_INPUT } =
    await import('@framefarm/batch');
  const { checkRenderable, readSourceFiles, rootDeclarations, spareSources } = await import('@framefarm/render');

  const { template, faults } =
    options.output === null
      ? { template: defaultTemplate(projectName(projectDir), FORMATS[options.format].extension), faults: [] }
      : parseTemplate(options.output);
  const isInput = batch.file === '-';
  const batchPath = isInput ? STANDARD_INPUT : resolve(cwd, batch.file);
  const entryFile = resolve(projectDir, options.composition);
  const checkWritable = writeCheckOnce();
  // What the variables of one row alone name is found when that row is read.
  let sources: Promise<string[]> | undefined;
  const sourcesOnce = (): Promise<string[]> => {
    sources ??= readSourceFiles(projectDir, options);
    return sources;
  };
  const plan = await preflightBatch({
    batchPath,
    parsed: await (isInput ? readBatchInput(process.stdin, signal) : readBatchFile(batchPath)),
    template,
    templateIssues: faults.map((fault) => ({ ...fault, field: '--output' })),
    cwd,
    baseVariables: options.variables,
    declarations: options.strictVariables ? await rootDeclarations(projectDir, options) : null,
    outputFault: (path) =>
      faultOf(async () => {
        await checkOutput(options.output ?? path, path, options.format, entryFile, checkWritable);
        await spareSources(path, sourcesOnce);
      }),
  });
  const output = options.output === null ? null : chooseOutput(options.output, options.format, '', cwd);
  // A farm or a container looks at the project itself, and this machine needs neither browser nor FFmpeg then.
  const lint = farm === null && container === null ? await checkRenderable(projectDir, options) : [];
  const absolute = options.output !== null && isAbsolute(options.output);
  return {
    projectDir,
    options,
    batch,
    farm,
    container,
    plan,
    dryRun: raw.dryRun === true,
    shown: (path) => (absolute ? path : relative(cwd, path)),
    notices: [...(output === null || output.notice === null ? [] : [output.notice]), ...plan.notices, ...lint],
  };
}

async function faultOf(check: () => Promise<void>): Promise<FramefarmError | null> {
  try {
    await check();
    return null;
  } catch (error) {
    return asFramefarmError(error);
  }
}
