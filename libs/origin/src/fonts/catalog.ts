import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { BUNDLED_FAMILIES } from './families.js';

/** One file of a bundled family: a weight and style for a range of characters. */
export interface FontFace {
  readonly family: string;
  /** Package name below `@fontsource`, also the path segment under which the origin serves it. */
  readonly packageId: string;
  readonly style: 'normal' | 'italic';
  readonly weight: number;
  /** Value of the CSS descriptor `unicode-range`. */
  readonly unicodeRange: string;
  /** File name without ending; `.woff2` and `.woff` exist. */
  readonly stem: string;
}

/** Where a bundled family lies. */
export interface FamilyPlace {
  readonly family: string;
  readonly packageId: string;
  /** Directory of the package. */
  readonly packageDir: string;
  /** Directory of the font files. */
  readonly directory: string;
}

export interface BundledFamily extends FamilyPlace {
  readonly faces: readonly FontFace[];
}

const require = createRequire(import.meta.url);
const places = new Map<string, FamilyPlace>();
const loaded = new Map<string, BundledFamily>();

/**
 * Finds a bundled family without reading it: some list thousands of files. Kept for the life of the process. `family` is a key of
 * BUNDLED_FAMILIES.
 */
export function familyPlace(family: string): FamilyPlace {
  const known = places.get(family);
  if (known !== undefined) return known;
  const packageId = BUNDLED_FAMILIES[family];
  if (packageId === undefined) throw new TypeError(`"${family}" is not a bundled family`);
  const packageDir = dirname(require.resolve(`@fontsource/${packageId}/package.json`));
  const place = { family, packageId, packageDir, directory: join(packageDir, 'files') };
  places.set(family, place);
  return place;
}

/** Reads what a bundled family ships; kept for the life of the process. `family` is a key of BUNDLED_FAMILIES. */
export function bundledFamily(family: string): BundledFamily {
  const known = loaded.get(family);
  if (known !== undefined) return known;
  const place = familyPlace(family);
  const { packageId, packageDir, directory } = place;
  const present = new Set(readdirSync(directory));
  const metadata = JSON.parse(readFileSync(join(packageDir, 'metadata.json'), 'utf8')) as { weights: number[] };
  const ranges = JSON.parse(readFileSync(join(packageDir, 'unicode.json'), 'utf8')) as Record<string, string>;
  const faces: FontFace[] = [];
  for (const weight of metadata.weights) {
    for (const style of ['normal', 'italic'] as const) {
      for (const [subset, unicodeRange] of Object.entries(ranges)) {
        const stem = `${packageId}-${subset.replace(/[[\]]/g, '')}-${weight}-${style}`;
        if (present.has(`${stem}.woff2`)) faces.push({ family, packageId, style, weight, unicodeRange, stem });
      }
    }
  }
  const result = { ...place, faces };
  loaded.set(family, result);
  return result;
}
