/** How a farm is chosen: by `--farm`, which may stand without a URL as oclif's flags cannot, or by `FRAMEFARM_URL` (cli 7). */
import {
  faultWords,
  type InputIssue,
  looksLikeAddress,
  type OptionName,
  type RawOptions,
  readFarmAddress,
  shown,
} from '@framefarm/contract';

/** The words with a URL behind each bare `--farm`: that of the environment, else the default. */
export function withFarmUrl(argv: readonly string[], env: NodeJS.ProcessEnv, fallback: string): string[] {
  const url = (env.FRAMEFARM_URL ?? '') === '' ? fallback : String(env.FRAMEFARM_URL);
  return argv.map((word, at) => (isBareFarm(argv, at) ? `--farm=${url}` : word));
}

/** Whether the address is that of the environment, by a bare `--farm`: of several the last counts, as with every flag. */
export function isFarmOfEnvironment(argv: readonly string[], env: NodeJS.ProcessEnv): boolean {
  const end = argv.indexOf('--');
  const last = (end === -1 ? argv : argv.slice(0, end)).findLastIndex((word) => /^--farm(?:=|$)/.test(word));
  return (env.FRAMEFARM_URL ?? '') !== '' && last !== -1 && isBareFarm(argv, last);
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

/**
 * An output that was typed beside `--no-wait`, which fetches none: it would be missing without a word. That of a configuration is meant
 * for the renders that are waited for.
 */
export function unfetchedOutput(typed: RawOptions): InputIssue[] {
  if (typed.wait !== false || typed.output === undefined) return [];
  const rule = 'cannot be combined with --no-wait, which fetches no output; leave it out, and fetch with';
  const message = `--output ${shown(typed.output)}: ${rule} "framefarm farm output <id> --output <path>"`;
  return [{ field: '--output', code: 'conflict', message }];
}

type NameOf = (name: OptionName, off?: boolean) => string;

/**
 * Names of options where the environment says which farm: it is told as what says so, with the way to leave it aside for someone who
 * typed no `--farm`.
 */
export function farmOfEnvironmentNamed(nameOf: NameOf, isTyped: boolean): NameOf {
  const farm = isTyped ? '--farm (FRAMEFARM_URL)' : 'FRAMEFARM_URL (--local leaves it aside)';
  return (name, off) => (name === 'farm' ? farm : nameOf(name, off));
}
