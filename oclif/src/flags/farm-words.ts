/** `--farm` may stand without a URL, which oclif's flags cannot (cli 7). */

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
