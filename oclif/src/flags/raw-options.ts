/** From parsed flags and the environment to the raw values that the option check reads. */
import { delimiter } from 'node:path';
import { type OptionName, type OptionSpec, type RawOptions, RENDER_OPTIONS } from '@framefarm/contract';
import { isRepeatable, OPTION_BY_FLAG } from './table-flags.js';

/**
 * Values by option name. A flag beats its environment variable (cli 11); an empty variable counts as absent; a
 * repeatable option reads a list separated as in PATH.
 */
export function rawOptions(flags: Readonly<Record<string, unknown>>, env: NodeJS.ProcessEnv): RawOptions {
  const raw: RawOptions = {};
  for (const [flag, value] of Object.entries(flags)) {
    const name = OPTION_BY_FLAG.get(flag);
    if (name !== undefined && value !== undefined) raw[name] = value;
  }
  for (const name of Object.keys(RENDER_OPTIONS) as OptionName[]) {
    const spec: OptionSpec = RENDER_OPTIONS[name];
    const given = spec.env === undefined ? undefined : env[spec.env];
    if (raw[name] !== undefined || given === undefined || given === '') continue;
    raw[name] = isRepeatable(spec) ? given.split(delimiter).filter((item) => item !== '') : given;
  }
  return raw;
}
