/** The one way from checked input to a lint, for programs and for the command line. */
import type { RawOptions, RenderOptions } from '@framefarm/contract';
import type { LintResult } from '@framefarm/render';
import { findProject } from '../target/project-directory.js';

export interface LintInput {
  readonly options: RenderOptions;
  /** What the options were made of: a format that was not given adds no findings. */
  readonly raw: RawOptions;
}

/** Throws COMPOSITION_NOT_FOUND, EMPTY_COMPOSITION. */
export async function lintChecked(directory: string, input: LintInput, cwd: string): Promise<LintResult> {
  const { format, ...options } = input.options;
  const projectDir = await findProject(directory, cwd, options.composition);
  // Loaded only when it runs: a wrong flag is answered without it.
  const { lintProject } = await import('@framefarm/render');
  return lintProject({ ...options, projectDir, ...(input.raw.format === undefined ? {} : { format }) });
}
