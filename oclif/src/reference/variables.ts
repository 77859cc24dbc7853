/** Environment variables that commands read on the machine where they run; those of a farm's programs: `settings-page.ts`. */
import { type OptionSpec, RENDER_OPTIONS } from '@framefarm/contract';

/** Variables without a flag of the same meaning. */
const OTHERS: readonly (readonly [variable: string, meaning: string])[] = [
  ['HYPERFRAMES_BROWSER_PATH', 'Old name of `FRAMEFARM_BROWSER_PATH`, read where that is not set.'],
  ['PRODUCER_HEADLESS_SHELL_PATH', 'The same, read after it.'],
  ['FRAMEFARM_API_KEY', 'API key of the farm, where no `--api-key-file` is given.'],
  ['FRAMEFARM_FFPROBE_PATH', 'FFprobe to use; else the one beside FFmpeg, or on `PATH`.'],
  ['FRAMEFARM_REDIS_PATH', 'The `redis-server` that `farm start` runs; else the one on `PATH` or in a usual place.'],
  [
    'FRAMEFARM_TAP',
    '`off`: pictures of pages that no surface shows are [coded by the browser](../decisions/tapped-pictures.md) as JPEG; slower, for comparison.',
  ],
  [
    'FRAMEFARM_SURFACE',
    '`off`: pictures are taken by the browser itself, not by the [drawing surface](../decisions/surface-capture.md); slower, for comparison.',
  ],
  [
    'HF_STATIC_DEDUP',
    '`false`: a frame that is known to look as the one before is drawn and read all the same, for comparison.',
  ],
  [
    'XDG_CACHE_HOME',
    'Browser, fonts and pictures of videos lie in `framefarm` below it; else below `~/.cache`, for root `/var/cache`.',
  ],
  ['XDG_DATA_HOME', 'Data of `farm start` lie in `framefarm` below it; else below `~/.local/share`.'],
  ['XDG_STATE_HOME', 'What `farm watch --last` remembers lies in `framefarm` below it; else below `~/.local/state`.'],
  ['NO_COLOR', 'Not empty: no colours on a terminal.'],
];

/** Rows of variable and meaning: first the variables that stand for a flag, by the option table. */
export function variableRows(): string[][] {
  const options: readonly OptionSpec[] = Object.values(RENDER_OPTIONS);
  const ofFlags = options.flatMap(({ env, flag }) => (env === undefined ? [] : [[env, `As \`--${flag}\`.`] as const]));
  return [...ofFlags, ...OTHERS].map(([variable, meaning]) => [`\`${variable}\``, meaning]);
}
