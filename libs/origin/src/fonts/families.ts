/** The families framefarm ships and the names it answers for (reference: composition-format 10). */

/** Family name to the `@fontsource` package that holds it. */
export const BUNDLED_FAMILIES: Readonly<Record<string, string>> = {
  Inter: 'inter',
  Montserrat: 'montserrat',
  Outfit: 'outfit',
  Nunito: 'nunito',
  Oswald: 'oswald',
  'League Gothic': 'league-gothic',
  'Archivo Black': 'archivo-black',
  'Space Mono': 'space-mono',
  'IBM Plex Mono': 'ibm-plex-mono',
  'JetBrains Mono': 'jetbrains-mono',
  'EB Garamond': 'eb-garamond',
  'Playfair Display': 'playfair-display',
  'Source Code Pro': 'source-code-pro',
  'Noto Sans JP': 'noto-sans-jp',
  Roboto: 'roboto',
  'Open Sans': 'open-sans',
  Lato: 'lato',
  Poppins: 'poppins',
};

const ALIASES_BY_TARGET: Readonly<Record<string, readonly string[]>> = {
  Inter: [
    'helvetica',
    'helvetica neue',
    'helvetica bold',
    'arial',
    'sf pro',
    'sf pro display',
    'sf pro text',
    'sf pro rounded',
    'avenir',
    'avenir next',
    'lucida grande',
    'geneva',
    'optima',
    'verdana',
    'tahoma',
    'trebuchet ms',
    'calibri',
    'candara',
    'corbel',
    'lucida sans',
    'lucida sans unicode',
    'noto sans',
    'dejavu sans',
    'liberation sans',
  ],
  Montserrat: ['futura', 'din alternate', 'arial black'],
  'League Gothic': ['bebas neue'],
  Roboto: ['segoe ui'],
  'Noto Sans JP': ['noto sans japanese'],
  'JetBrains Mono': [
    'courier',
    'courier new',
    'sf mono',
    'menlo',
    'monaco',
    'consolas',
    'lucida console',
    'lucida sans typewriter',
    'andale mono',
    'dejavu sans mono',
    'liberation mono',
  ],
  'EB Garamond': [
    'garamond',
    'georgia',
    'palatino',
    'palatino linotype',
    'book antiqua',
    'cambria',
    'times',
    'times new roman',
    'dejavu serif',
    'liberation serif',
  ],
};

/** Lower-case alias to the bundled family that answers for it. */
export const FONT_ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries(ALIASES_BY_TARGET).flatMap(([target, names]) => names.map((name) => [name, target] as const)),
);

/** Generic families to the bundled family that stands for them when no font is installed on the machine. */
export const GENERIC_STAND_INS: Readonly<Record<string, string>> = {
  'sans-serif': 'Inter',
  serif: 'EB Garamond',
  monospace: 'JetBrains Mono',
  'system-ui': 'Inter',
  'ui-sans-serif': 'Inter',
  'ui-serif': 'EB Garamond',
  'ui-monospace': 'JetBrains Mono',
  'ui-rounded': 'Inter',
  '-apple-system': 'Inter',
  BlinkMacSystemFont: 'Inter',
  cursive: 'EB Garamond',
  fantasy: 'Inter',
  math: 'EB Garamond',
};

/** Families that characters without a named font come down to, in this order. */
export const FALLBACK_FAMILIES: readonly string[] = ['Inter', 'EB Garamond', 'JetBrains Mono', 'Noto Sans JP'];
