/** From a command line to a request for the pipeline: all checks that need no browser, in the order of cli 1. */
import { resolve } from 'node:path';
import {
  type BatchOptions,
  type ContainerOptions,
  type FarmOptions,
  type InputIssue,
  type Notice,
  type OptionName,
  type RawOptions,
  type RenderOptions,
  resolveRenderOptions,
} from '@framefarm/contract';
import { type Caller, commandLine } from '../library/caller.js';
import { checkOutput, chooseOutput, unknownExtension } from './output-path.js';
import { findProject, projectName } from './project-directory.js';
import { readVariablesFile } from './variables-file.js';

export interface PreparedRender {
  readonly projectDir: string;
  readonly outputPath: string;
  /** The output's path in words for the user. */
  readonly outputShown: string;
  readonly options: RenderOptions;
  /** Null for a render on this machine. */
  readonly farm: FarmOptions | null;
  /** Null for a render outside of containers. */
  readonly container: ContainerOptions | null;
  readonly dryRun: boolean;
  readonly notices: readonly Notice[];
}

/**
 * Flags, then project, then variables, then output. `issues` are faults that were found while parsing; they are
 * reported together with those of the values, in the words of the caller. `signal` ends the wait for the writer of a pipe. Throws a
 * FramefarmError whose exit status is 2, or the reason of the signal.
 */
export async function prepareRender(
  directory: string,
  raw: RawOptions,
  issues: readonly InputIssue[],
  cwd: string,
  caller: Caller = commandLine('render'),
  signal?: AbortSignal,
): Promise<PreparedRender> {
  const { projectDir, options, farm, container } = await prepareSource(directory, raw, issues, cwd, caller, signal);
  const output = chooseOutput(options.output, options.format, projectName(projectDir), cwd);
  await checkOutput(
    options.output ?? output.path,
    output.path,
    options.format,
    resolve(projectDir, options.composition),
  );
  // A render in this process finds that as it reads its source.
  if (farm !== null || container !== null) {
    const { readSourceFiles, spareSources } = await import('@framefarm/render');
    await spareSources(output.path, () => readSourceFiles(projectDir, options));
  }
  return {
    projectDir,
    outputPath: output.path,
    outputShown: output.shown,
    options: { ...options, output: output.path },
    farm,
    container,
    dryRun: raw.dryRun === true,
    notices: output.notice === null ? [] : [output.notice],
  };
}

export interface PreparedSource {
  readonly projectDir: string;
  /** Paths are absolute, but for the output's, which is as given; variables are those of their file where one was named. */
  readonly options: RenderOptions;
  /** Null for a single render. */
  readonly batch: BatchOptions | null;
  /** Null for a render on this machine. */
  readonly farm: FarmOptions | null;
  /** Null for a render outside of containers. */
  readonly container: ContainerOptions | null;
}

/** Flags, project and variables, for one render or for all of a batch. Throws as {@link prepareRender}. */
export async function prepareSource(
  directory: string,
  raw: RawOptions,
  issues: readonly InputIssue[],
  cwd: string,
  caller: Caller,
  signal?: AbortSignal,
): Promise<PreparedSource> {
  const resolved = resolveRenderOptions(raw, caller.nameOf);
  const faults = [...issues, ...(resolved.ok ? [] : resolved.issues), ...misnamedOutput(raw, caller)];
  if (!resolved.ok || faults.length > 0) throw caller.refusal(faults);

  const { options, batch, farm, container } = resolved;
  const projectDir = await findProject(directory, cwd, options.composition);
  const file = text(raw, 'variablesFile');
  const variables = file === null ? options.variables : await readVariablesFile(file, cwd, signal);
  return { projectDir, options: { ...options, ...absolutePaths(options, cwd), variables }, batch, farm, container };
}

/** An output's name that leaves open what it shall hold. */
function misnamedOutput(raw: RawOptions, { nameOf }: Caller): InputIssue[] {
  const output = text(raw, 'output');
  if (output === null || raw.format !== undefined) return [];
  const rule = unknownExtension(output, nameOf('format'));
  if (rule === null) return [];
  const field = nameOf('output');
  return [{ field, code: 'invalid_value', message: `${field} "${output}": ${rule}` }];
}

/** Paths of a command line start at the current directory; the pipeline knows no current directory. */
export function absolutePaths(options: RenderOptions, cwd: string): Partial<RenderOptions> {
  const cache = options.framesCacheDir;
  return {
    browserPath: programPath(options.browserPath, cwd),
    ffmpegPath: programPath(options.ffmpegPath, cwd),
    framesCacheDir: cache === null || cache === 'off' ? cache : resolve(cwd, cache),
    packageDirs: options.packageDirs.map((directory) => resolve(cwd, directory)),
  };
}

/** A bare program name stays as it is, to be found on PATH. */
function programPath(path: string | null, cwd: string): string | null {
  return path === null || !/[/\\]/.test(path) ? path : resolve(cwd, path);
}

function text(raw: RawOptions, name: OptionName): string | null {
  const value = raw[name];
  return typeof value === 'string' ? value : null;
}
