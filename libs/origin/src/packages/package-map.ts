import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Warning } from '@framefarm/contract';
import { contentTypeOf } from '../server/content-type.js';
import { type CdnFile, generatedModule, parseCdnUrl } from './cdn-url.js';
import { findPackageFile, type InstalledPackage, readPackage } from './package-file.js';
import { matchVersion, type VersionPolicy } from './version-policy.js';

export interface PackageMapOptions {
  /** False with `--no-package-map`: every URL misses. */
  readonly enabled: boolean;
  /** Absolute path; its `node_modules` and those of its parents are searched first. Null: not searched (farm). */
  readonly projectDir: string | null;
  /** Absolute directories that hold packages, searched in this order after the project. */
  readonly dirs: readonly string[];
  readonly versions: VersionPolicy;
  /** cdnjs library to `package/directory`, beyond the built-in ones. */
  readonly cdnjs: Readonly<Record<string, string>>;
  /** Where framefarm is installed, searched last; default: the directory of this module and its parents. */
  readonly installDir?: string;
}

/** A served file that is not byte for byte what the URL names. */
export interface Substitution {
  readonly url: string;
  /** `<package>@<version>` as requested. */
  readonly requested: string;
  readonly served: string;
}

export interface PackageHit {
  readonly kind: 'file';
  /** Real path, inside its package. */
  readonly file: string;
  readonly contentType: string;
  readonly package: string;
  readonly version: string;
  /** Present when another version, or another file than the named one, answers. */
  readonly substitution?: Substitution;
  /** The URL pins this very version and file: its bytes are what an `integrity` attribute was made for. */
  readonly exact: boolean;
}

export interface PackageMiss {
  readonly kind: 'miss';
  /** `unmapped`: not a CDN form, or the map is off. */
  readonly reason: 'unmapped' | 'not_installed' | 'version_mismatch' | 'file_not_found';
  readonly package?: string;
  readonly requested?: string;
  /** Version that was found and refused. */
  readonly installed?: string;
  /** Command that makes the URL resolvable. */
  readonly install?: string;
}

export type PackageAnswer = PackageHit | PackageMiss;

const UNMAPPED: PackageMiss = { kind: 'miss', reason: 'unmapped' };

/** Directories whose children are packages, in search order (composition-format 11.2). */
function packageSearchPath(options: PackageMapOptions): readonly string[] {
  const places: string[] = [];
  if (options.projectDir !== null) places.push(...parents(options.projectDir));
  for (const dir of options.dirs) places.push(resolve(dir), join(resolve(dir), 'node_modules'));
  places.push(...parents(options.installDir ?? import.meta.dirname));
  return [...new Set(places)].filter((place) => existsSync(place));
}

function parents(start: string): string[] {
  const places: string[] = [];
  for (let at = resolve(start); ; at = dirname(at)) {
    if (basename(at) !== 'node_modules') places.push(join(at, 'node_modules'));
    if (dirname(at) === at) return places;
  }
}

/**
 * Answers a CDN URL from an installed package, or says why not. The first acceptable install in search order that has
 * the file wins. Reads the disk; opens no connection.
 */
export async function resolvePackageUrl(url: string, options: PackageMapOptions): Promise<PackageAnswer> {
  const wanted = options.enabled ? parseCdnUrl(url, options.cdnjs) : null;
  return wanted === null ? UNMAPPED : locate(url, wanted, options);
}

async function locate(url: string, wanted: CdnFile, options: PackageMapOptions): Promise<PackageAnswer> {
  let refused: InstalledPackage | undefined;
  let withoutFile: InstalledPackage | undefined;
  for (const place of packageSearchPath(options)) {
    const found = await readPackage(place, wanted.package);
    if (found === null) continue;
    const match = matchVersion(wanted.requested, found.version, options.versions);
    if (match === 'refused') {
      refused ??= found;
      continue;
    }
    const hit = await findPackageFile(found, wanted.path, wanted.searchByName);
    if (hit === null) {
      withoutFile ??= found;
      continue;
    }
    const other = match === 'substituted' || !hit.same;
    const served = `${wanted.package}@${found.version}`;
    return {
      kind: 'file',
      file: hit.file,
      contentType: contentTypeOf(hit.file),
      package: wanted.package,
      version: found.version,
      exact: match === 'exact' && hit.same,
      ...(other
        ? {
            substitution: {
              url,
              requested: wanted.requested === null ? wanted.package : `${wanted.package}@${wanted.requested}`,
              served: hit.same ? served : `${served}/${hit.file.slice(found.directory.length + 1)}`,
            },
          }
        : {}),
    };
  }
  const installed = refused?.version ?? withoutFile?.version;
  return {
    kind: 'miss',
    reason: refused ? 'version_mismatch' : withoutFile ? 'file_not_found' : 'not_installed',
    package: wanted.package,
    ...(wanted.requested === null ? {} : { requested: wanted.requested }),
    ...(installed === undefined ? {} : { installed }),
    install: installCommand(wanted),
  };
}

function installCommand(wanted: Pick<CdnFile, 'package' | 'requested'>): string {
  const plain = wanted.requested !== null && /^[\w.^~+-]+$/.test(wanted.requested);
  return `npm install ${wanted.package}${plain ? `@${wanted.requested}` : ''}`;
}

/**
 * A local GSAP file that the project lacks (`./gsap.min.js`, `js/ScrollTrigger.min.js`) by its file name from the
 * installed package; null when the name is no file of GSAP or the package is absent.
 */
export async function resolveLocalGsap(urlPath: string, options: PackageMapOptions): Promise<PackageHit | null> {
  const name = basename(urlPath);
  if (!options.enabled || !/^\w[\w.-]*\.js$/.test(name)) return null;
  const wanted: CdnFile = { package: 'gsap', requested: null, path: `dist/${name}`, searchByName: false };
  const answer = await locate(urlPath, wanted, options);
  return answer.kind === 'file' ? answer : null;
}

/** The warning for a mapped URL whose package cannot answer; null when there is nothing to say about versions. */
export function versionMismatchWarning(url: string, miss: PackageMiss): Warning | null {
  if (miss.reason !== 'version_mismatch') return null;
  return {
    code: 'cdn_version_mismatch',
    stage: 'compile',
    message:
      `${url} asks for ${miss.package} ${miss.requested}, but ${miss.installed} is installed, which the version policy ` +
      `does not accept. Run "${miss.install}", or set packages.versions to "any" in framefarm.config.json.`,
    details: { url, package: miss.package, requested: miss.requested, installed: miss.installed },
  };
}

/** What puts a file of a CDN into the project. */
export function howToHave(url: string, { install }: PackageMiss): string {
  if (install !== undefined) return `Run "${install}" in the project.`;
  const made = generatedModule(url);
  if (made !== null) {
    const version = made.requested === null ? '' : `@${made.requested}`;
    return (
      `It is code that the host makes, which no installed package has. Name a file of the package for browsers instead, ` +
      `such as https://cdn.jsdelivr.net/npm/${made.package}${version}/<file>, and run "${installCommand(made)}" in the project.`
    );
  }
  if (URL.canParse(url) && new URL(url).hostname === 'cdn.tailwindcss.com') {
    return 'Load https://cdn.jsdelivr.net/npm/@tailwindcss/browser@4 instead, whose colours and fonts are set by @theme, and run "npm install @tailwindcss/browser@4" in the project.';
  }
  return 'Put the file into the project and refer to it by a relative path.';
}

/** The warning for a script that could neither be mapped nor fetched. `why` is a short clause. */
export function scriptUnavailableWarning(url: string, answer: PackageMiss, why: string): Warning {
  return {
    code: 'external_script_unavailable',
    stage: 'compile',
    message: `${url} cannot be loaded: ${why}. ${howToHave(url, answer)}`,
    details: { url, ...(answer.install === undefined ? {} : { install: answer.install }) },
  };
}
