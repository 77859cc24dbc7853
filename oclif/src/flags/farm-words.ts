/** How a farm is chosen: by `--farm`, which may stand without a URL as oclif's flags cannot, or by `FRAMEFARM_URL` (cli 7). */
import {
  faultWords,
  type InputIssue,
  looksLikeAddress,
  type OptionName,
  type RawOptions,
  readFarmAddress,
} from '@framefarm/contract';

/** The words with a URL behind each bare `--farm`: that of the environment, else the default. */
export function withFarmUrl(argv: readonly string[], env: NodeJS.ProcessEnv, fallback: string): string[] {
  const url = (env.FRAMEFARM_URL ?? '') === '' ? fallback : String(env.FRAMEFARM_URL);
  return argv.map((word, at) => (isBareFarm(argv, at) ? `--farm=${url}` : word));
}

function isBareFarm(argv: readonly string[], at: number): boolean {
  const end = argv.indexOf('--');
  return argv[at] === '--farm' && (end === -1 || at < end) && !looksLikeAddress(argv[at + 1] ?? '');
}

/** A word behind a bare `--farm` is the project; where there is none of that name, an address may have been meant. */
export function mistakenAddresses(argv: readonly string[], exists: (path: string) => boolean): InputIssue[] {
  return argv.flatMap((_, at) => {
    const next = argv[at + 1] ?? '-';
    const read = readFarmAddress(next);
    if (read.ok || next.startsWith('-') || !isBareFarm(argv, at) || exists(next)) return [];
    const message = `--farm ${faultWords(next, read)}; nor is there a directory of this name`;
    return [{ field: '--farm', code: 'invalid_value', message }];
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
