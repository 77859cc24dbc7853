/** From the options of a program to the raw values that the option check reads. */
import type { InputIssue, OptionName, RawOptions } from '@framefarm/contract';
import { withProjectConfig } from '../target/configured-options.js';
import { withEnvironment } from '../target/environment.js';
import { type Caller, program } from './caller.js';

export interface ProgramOptions {
  readonly raw: RawOptions;
  /** Faults of the configuration. */
  readonly issues: readonly InputIssue[];
  readonly caller: Caller;
}

/** As on a command line: what was given, then the environment, then the configuration of the project. */
export async function programOptions(
  directory: string,
  values: RawOptions,
  config: string | false | undefined,
  cwd: string,
  accepts?: readonly OptionName[],
): Promise<ProgramOptions> {
  const { raw, issues, nameOf } = await withProjectConfig({
    directory,
    flags: config === false ? { 'no-config': true } : { config },
    raw: withEnvironment(values, process.env),
    cwd,
    ...(accepts === undefined ? {} : { accepts }),
  });
  return { raw, issues, caller: program(nameOf) };
}
