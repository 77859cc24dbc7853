/** From the options of a program to the raw values that the option check reads. */
import {
  type InputIssue,
  type OptionName,
  type OptionSpec,
  type RawOptions,
  RENDER_OPTIONS,
} from '@framefarm/contract';
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
  accepts: readonly OptionName[],
): Promise<ProgramOptions> {
  const { raw, issues, nameOf } = await withProjectConfig({
    directory,
    flags: config === false ? { 'no-config': true } : { config },
    raw: withEnvironment(values, process.env),
    cwd,
    accepts,
  });
  return { raw, issues: [...foreign(values, accepts), ...issues], caller: program(nameOf) };
}

/** Options of a render that a program can give: those of a terminal, a batch or a farm mean nothing to one render. */
export const PROGRAM_OPTIONS: readonly OptionName[] = (Object.keys(RENDER_OPTIONS) as OptionName[]).filter((name) => {
  const spec: OptionSpec = RENDER_OPTIONS[name];
  return name === 'debug' || !['reporting', 'batch', 'farm'].includes(spec.group);
});

/** Options that exist but have no effect here; what exists nowhere is refused by the check of the values. */
function foreign(values: RawOptions, accepts: readonly OptionName[]): InputIssue[] {
  return (Object.keys(values) as OptionName[])
    .filter((name) => values[name] !== undefined && Object.hasOwn(RENDER_OPTIONS, name) && !accepts.includes(name))
    .map((name) => ({ field: name, code: 'unknown_option', message: `${name} is not an option of this function` }));
}
