import { BUNDLED_FAMILIES, FONT_ALIASES } from './families.js';

const CSS_HOSTS = new Set(['fonts.googleapis.com', 'fonts.bunny.net']);

export interface FontServiceRequest {
  /** Families that a bundled font answers: they need no download (composition-format 10, order of fonts). */
  readonly bundled: readonly string[];
  /** URL for the families that are left; null when none are. */
  readonly remaining: string | null;
}

/**
 * Reads a stylesheet URL of a web font service (`https://fonts.googleapis.com/css2?family=Inter:wght@400;700`), whose
 * bundled families are served locally. Null for every other URL.
 */
export function parseFontServiceUrl(url: string): FontServiceRequest | null {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !CSS_HOSTS.has(parsed.hostname) || !/^\/css2?$/.test(parsed.pathname)) return null;
  const bundledNames = new Set([
    ...Object.keys(BUNDLED_FAMILIES).map((name) => name.toLowerCase()),
    ...FONT_ALIASES.keys(),
  ]);
  // The first version of the service lists several families in one parameter, separated by "|".
  const families = parsed.searchParams.getAll('family').flatMap((value) => value.split('|'));
  if (families.length === 0) return null;
  const nameOf = (spec: string) => spec.replace(/:.*$/s, '').trim();
  const bundled = families.filter((spec) => bundledNames.has(nameOf(spec).toLowerCase()));
  const rest = families.filter((spec) => !bundled.includes(spec));
  if (rest.length === 0) return { bundled: bundled.map(nameOf), remaining: null };
  if (bundled.length === 0) return { bundled: [], remaining: url };
  const left = new URL(url);
  left.searchParams.delete('family');
  if (parsed.pathname === '/css') left.searchParams.append('family', rest.join('|'));
  else for (const spec of rest) left.searchParams.append('family', spec);
  return { bundled: bundled.map(nameOf), remaining: left.href };
}
