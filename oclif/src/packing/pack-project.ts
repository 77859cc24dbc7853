/** A project ready for a farm: what it consists of, its name by content, and the archive when it is asked for (cli 7). */
import { join, sep } from 'node:path';
import { type DiskListing, listingOf, listProject, PACKED_TYPE, packProject, whyLeftOut } from '@framefarm/archive';
import type { CompiledComposition, Notice, RenderOptions } from '@framefarm/contract';
import type { Upload } from '@framefarm/farm-client';
import { packageFiles } from './package-files.js';

export interface FarmProject {
  /** `cmp_…` */
  readonly id: string;
  readonly files: number;
  /** Bytes of all files. */
  readonly size: number;
  /** Project paths with most bytes first. */
  readonly largest: readonly { readonly path: string; readonly size: number }[];
  readonly notices: readonly Notice[];
  /** Writes the archive to a file that does not exist yet. */
  pack(file: string): Promise<Upload & { readonly bytes: number }>;
}

/** Most names in one notice. */
const NAMED = 5;

/**
 * Lists the project with all that the composition refers to and all installed package files that it loads, and without
 * `results` (absolute paths): outputs of this command are no sources, and would make another project each time.
 * @throws FramefarmError `ARCHIVE_REJECTED` for a project that no farm takes.
 */
export async function farmProject(
  projectDir: string,
  source: CompiledComposition,
  options: RenderOptions,
  results: readonly string[],
  signal: AbortSignal,
): Promise<FarmProject> {
  const referenced = [...source.files, ...source.assets.map(({ url }) => projectPath(url))].filter(
    (path) => path !== null,
  );
  const rules = { referenced, outsideLinks: options.outsideLinks, signal };
  const isResult = (path: string): boolean => {
    const file = join(projectDir, path);
    return results.some((result) => file === result || file.startsWith(result + sep)) && !referenced.includes(path);
  };
  const list = async (added?: ReadonlyMap<string, string>): Promise<DiskListing> => {
    const listing = await listProject(projectDir, added === undefined ? rules : { ...rules, added });
    return { ...listing, ...listingOf(listing.files.filter(({ path }) => !isResult(path))) };
  };
  const own = await list();
  const onDisk = (listing: DiskListing, path: string): string => listing.sources.get(path) ?? join(projectDir, path);
  const texts = own.files.map(({ path, size }) => ({ path, size, file: onDisk(own, path) }));
  const added = await packageFiles(texts, projectDir, options);
  const listing = added.size === 0 ? own : await list(added);
  return {
    id: listing.id,
    files: listing.files.length,
    size: listing.totalBytes,
    largest: [...listing.files]
      .sort((a, b) => b.size - a.size)
      .slice(0, NAMED)
      .map(({ path, size }) => ({ path, size })),
    notices: [...missing(listing, referenced), ...outside(listing)],
    pack: async (file) => {
      const { bytes, sha256 } = await packProject(projectDir, listing, file, signal);
      return { file, contentType: PACKED_TYPE, sha256, bytes };
    },
  };
}

/** A URL of the compiled document as a path of the project; null for one that leads elsewhere. */
function projectPath(url: string): string | null {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(url)) return null;
  const path = url.replace(/[?#].*$/s, '').replace(/^\/+/, '');
  try {
    return path === '' ? null : decodeURIComponent(path).normalize('NFC');
  } catch {
    return path;
  }
}

function missing(listing: DiskListing, referenced: readonly string[]): Notice[] {
  const packed = new Set(listing.files.map(({ path }) => path));
  const left = [...new Set(referenced)].flatMap((path) => {
    const reason = packed.has(path) ? undefined : whyLeftOut(listing, path);
    return reason === undefined
      ? []
      : [`${path} (${reason.reason}${reason.detail === undefined ? '' : `: ${reason.detail}`})`];
  });
  if (left.length === 0) return [];
  return [{ code: 'not_packed', message: `the composition names files that are not sent: ${some(left)}` }];
}

function outside({ outsideLinks }: DiskListing): Notice[] {
  if (outsideLinks.size === 0) return [];
  const message = `links that leave the project are sent as the files they name: ${some([...outsideLinks.keys()])}`;
  return [{ code: 'outside_links', message }];
}

function some(names: readonly string[]): string {
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  return `${names.slice(0, NAMED).join(', ')}${more}`;
}
