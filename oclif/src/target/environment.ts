/** Options that the environment gives. */
import { delimiter } from 'node:path';
import { type OptionName, type OptionSpec, type RawOptions, RENDER_OPTIONS } from '@framefarm/contract';

/**
 * The given values, and those of the environment for options that were not given. An empty variable counts as absent; a
 * repeatable option reads a list separated as in PATH. What a farm or a container decides for itself is not read for
 * a render there.
 */
export function withEnvironment(given: RawOptions, env: NodeJS.ProcessEnv): RawOptions {
  const raw: RawOptions = { ...given };
  for (const name of Object.keys(RENDER_OPTIONS) as OptionName[]) {
    const spec: OptionSpec = RENDER_OPTIONS[name];
    // Which farm renders is a question of `render` alone.
    const found = spec.env === undefined || spec.group === 'farm' ? undefined : env[spec.env];
    const isOfFarm = given.farm !== undefined && spec.notOnFarm !== undefined;
    // A container has programs of its own; what the machine names for itself is not meant for it.
    const isOfImage = given.docker === true && RENDER_OPTIONS.docker.conflicts.some((rival) => rival === name);
    if (isOfFarm || isOfImage || raw[name] !== undefined || found === undefined || found === '') continue;
    raw[name] = isRepeatable(spec) ? found.split(delimiter).filter((item) => item !== '') : found;
  }
  return raw;
}

/** Options that take several values. */
export function isRepeatable(spec: OptionSpec): boolean {
  return ['texts', 'origins', 'places', 'labels'].includes(spec.kind);
}
