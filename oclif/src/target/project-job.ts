/** What commands that look at a project like a render does are given: checked options and the project's place. */
import { type InputIssue, type OptionName, type RenderOptions, resolveRenderOptions } from '@framefarm/contract';
import { rawOptions } from '../flags/raw-options.js';
import { usageError } from '../flags/usage-errors.js';
import { withProjectConfig } from './configured-options.js';
import { findProject, projectName } from './project-directory.js';
import { absolutePaths } from './render-request.js';
import { readVariablesFile } from './variables-file.js';

export interface ProjectCommandLine {
  readonly command: string;
  /** As typed. */
  readonly directory: string;
  readonly flags: Readonly<Record<string, unknown>>;
  /** Options that the command shares with `render`. */
  readonly accepts: readonly OptionName[];
  /** Faults found so far, reported together with those of the options. */
  readonly issues: readonly InputIssue[];
}

export interface ProjectJob {
  readonly projectDir: string;
  /** Name of the project, for default outputs. */
  readonly name: string;
  /** Paths are absolute; variables of a file are read. */
  readonly options: RenderOptions;
}

/** Flags and configuration, then project, then variables (cli 1). @throws FramefarmError whose exit status is 2. */
export async function projectJob(line: ProjectCommandLine, cwd: string): Promise<ProjectJob> {
  const { command, directory, flags, accepts } = line;
  const given = rawOptions(flags, process.env);
  const { raw, issues, nameOf } = await withProjectConfig({ directory, flags, raw: given, cwd, accepts });
  const resolved = resolveRenderOptions(raw, nameOf);
  const faults = [...line.issues, ...issues, ...(resolved.ok ? [] : resolved.issues)];
  if (!resolved.ok || faults.length > 0) throw usageError(faults, command);
  const { options } = resolved;
  const projectDir = await findProject(directory, cwd, options.composition);
  const { variablesFile } = raw;
  const variables = typeof variablesFile === 'string' ? await readVariablesFile(variablesFile, cwd) : options.variables;
  return {
    projectDir,
    name: projectName(projectDir),
    options: { ...options, ...absolutePaths(options, cwd), variables },
  };
}
