import type { RenderOptions } from '@framefarm/contract';
import semver from 'semver';

/** How far a served version may differ from the requested one (reference: composition-format 11.2). */
export type VersionPolicy = RenderOptions['packageVersions'];

/**
 * - `exact`: the very version the URL pins.
 * - `satisfied`: the URL names a range, a tag or nothing, and the installed version fits.
 * - `substituted`: accepted although it is another version than requested.
 * - `refused`: not acceptable under the policy.
 */
export type VersionMatch = 'exact' | 'satisfied' | 'substituted' | 'refused';

/**
 * Judges an installed version against the requested one. `compatible` accepts an exact match, a range match, or the
 * same major (for 0.x the same minor) that is not older; `exact` accepts no range. A URL without a version, or with a
 * tag such as `latest`, pins nothing: every installed version fits.
 */
export function matchVersion(requested: string | null, installed: string, policy: VersionPolicy): VersionMatch {
  if (requested === null) return 'satisfied';
  const have = semver.parse(installed, { loose: true });
  const pinned = semver.parse(requested, { loose: true });
  if (pinned !== null && have !== null && semver.compareBuild(pinned, have) === 0) return 'exact';
  if (requested === installed) return 'exact';
  const range = pinned === null ? semver.validRange(requested, { loose: true }) : null;
  if (pinned === null && range === null) return 'satisfied';
  if (policy === 'any') {
    return have !== null && range !== null && fits(have, range) ? 'satisfied' : 'substituted';
  }
  if (policy === 'exact' || have === null) return 'refused';
  if (range !== null && fits(have, range)) return 'satisfied';
  const wanted = pinned ?? (range === null ? null : semver.minVersion(range));
  if (wanted === null) return 'refused';
  const line = wanted.major === have.major && (wanted.major !== 0 || wanted.minor === have.minor);
  return line && semver.gte(have, wanted) ? 'substituted' : 'refused';
}

function fits(version: semver.SemVer, range: string): boolean {
  return semver.satisfies(version, range, { includePrerelease: true });
}
