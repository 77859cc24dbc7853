/** The one way from a command line to checked options: flags, then environment, then the project's configuration. */
import { type OptionsResult, type RawOptions, type RenderOptions, resolveRenderOptions } from '@framefarm/contract';
import { Flags } from '@oclif/core';
import { usageError } from '../flags/usage-errors.js';
import { type CommandLine, withProjectConfig } from './configured-options.js';

/** Flags of every command that works on a project. */
export const CONFIG_FLAGS = {
  config: Flags.string({
    summary: 'File with defaults of flags, instead of framefarm.config.json of the project.',
    helpValue: '<path>',
  }),
  'no-config': Flags.boolean({ summary: 'Take no defaults from a file.' }),
};

/**
 * As {@link withProjectConfig}, checked. For commands that share options with `render`.
 * @throws FramefarmError VALIDATION_FAILED with all faults of command line and configuration.
 */
export async function commandOptions(
  command: string,
  line: CommandLine,
): Promise<{ readonly options: RenderOptions; readonly raw: RawOptions }> {
  const { raw, issues, nameOf } = await withProjectConfig(line);
  const resolved: OptionsResult = resolveRenderOptions(raw, nameOf);
  const faults = [...issues, ...(resolved.ok ? [] : resolved.issues)];
  if (!resolved.ok || faults.length > 0) throw usageError(faults, command);
  return { options: resolved.options, raw };
}
