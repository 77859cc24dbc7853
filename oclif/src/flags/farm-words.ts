/** How a farm is chosen: by `--farm`, which may stand without a URL as oclif's flags cannot, or by `FRAMEFARM_URL` (cli 7). */
import type { OptionName, RawOptions } from '@framefarm/contract';

const LOOKS_LIKE_URL = /^(?:[a-z][a-z\d+.-]*:\/\/|[\w.-]+:\d+$)/i;

/** The words with a URL behind each bare `--farm`: that of the environment, else the default. */
export function withFarmUrl(argv: readonly string[], env: NodeJS.ProcessEnv, fallback: string): string[] {
  const end = argv.indexOf('--');
  const url = (env.FRAMEFARM_URL ?? '') === '' ? fallback : String(env.FRAMEFARM_URL);
  return argv.map((word, at) => {
    const isBare = word === '--farm' && (end === -1 || at < end) && !LOOKS_LIKE_URL.test(argv[at + 1] ?? '');
    return isBare ? `--farm=${url}` : word;
  });
}

/** The options with the farm of `FRAMEFARM_URL`, unless a flag chooses; null where that changes nothing. */
export function withFarmOfEnvironment(given: RawOptions, env: NodeJS.ProcessEnv): RawOptions | null {
  const url = env.FRAMEFARM_URL;
  if (given.farm !== undefined || given.local === true || url === undefined || url === '') return null;
  return { ...given, farm: url };
}

type NameOf = (name: OptionName, off?: boolean) => string;

/** Names of options for someone who typed no `--farm`: what the environment says is told in its own words. */
export function farmOfEnvironmentNamed(nameOf: NameOf): NameOf {
  return (name, off) => (name === 'farm' ? 'FRAMEFARM_URL (--local leaves it aside)' : nameOf(name, off));
}
