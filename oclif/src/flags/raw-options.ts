/** From parsed flags and the environment to the raw values that the option check reads. */
import type { RawOptions } from '@framefarm/contract';
import { withEnvironment } from '../target/environment.js';
import { OPTION_BY_FLAG } from './table-flags.js';

/** Values by option name. A flag beats its environment variable (cli 11). */
export function rawOptions(flags: Readonly<Record<string, unknown>>, env: NodeJS.ProcessEnv): RawOptions {
  const raw: RawOptions = {};
  for (const [flag, value] of Object.entries(flags)) {
    const name = OPTION_BY_FLAG.get(flag);
    if (name !== undefined && value !== undefined) raw[name] = value;
  }
  return withEnvironment(raw, env);
}
