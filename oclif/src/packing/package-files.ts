/** Files of installed packages that a composition loads by CDN URLs, so that workers need no install (composition-format 11.2). */
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { RenderOptions } from '@framefarm/contract';
import { type PackageMapOptions, resolvePackageUrl } from '@framefarm/origin';

/** Texts in which a URL of a script or style may stand. */
const TEXTS = /\.(?:html?|m?js|css|json|svg)$/i;
/** Longest text that is searched, bytes; larger ones are data or bundles that hold what they need. */
const LONGEST_TEXT = 4 * 1024 * 1024;
const CDN_URL = /(?:https?:)?\/\/(?:cdn\.jsdelivr\.net|unpkg\.com|cdnjs\.cloudflare\.com)\/[^\s"'`<>()\\]+/g;
/** What a script or style of a package loads beside itself. */
const BESIDE = /(?:from\s*|import\s*\(?\s*|url\(\s*)["']?(\.{1,2}\/[^\s"'()]+)/g;

export interface TextFile {
  /** Project path. */
  readonly path: string;
  /** On disk. */
  readonly file: string;
  readonly size: number;
}

/** Project path below `node_modules`, where a worker looks first, and the installed file; each with its package.json. */
export async function packageFiles(
  texts: readonly TextFile[],
  projectDir: string,
  options: RenderOptions,
): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  if (!options.packageMap) return files;
  const map: PackageMapOptions = {
    enabled: true,
    projectDir,
    dirs: options.packageDirs,
    versions: options.packageVersions,
    cdnjs: options.cdnjsPackages,
  };
  const waiting = (await Promise.all(texts.filter(isText).map(({ file }) => urlsIn(file)))).flat();
  const seen = new Set<string>();
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    if (seen.has(url)) continue;
    seen.add(url);
    const answer = await resolvePackageUrl(url, map);
    if (answer.kind !== 'file') continue;
    const directory = await packageDirectory(answer.file);
    if (directory === null) continue;
    const place = `node_modules/${answer.package}`;
    files.set(`${place}/package.json`, join(directory, 'package.json'));
    files.set(`${place}/${relative(directory, answer.file).split(sep).join('/')}`, answer.file);
    waiting.push(...(await neighbours(answer.file, url)));
  }
  return files;
}

const isText = ({ path, size }: TextFile): boolean => TEXTS.test(path) && size <= LONGEST_TEXT;

async function urlsIn(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return [...text.matchAll(CDN_URL)].map(([url]) => {
    const clean = url.replaceAll('&amp;', '&').replace(/[;,.]+$/, '');
    return clean.startsWith('//') ? `https:${clean}` : clean;
  });
}

async function neighbours(file: string, url: string): Promise<string[]> {
  if (!TEXTS.test(file)) return [];
  const text = await readFile(file, 'utf8').catch(() => '');
  return [...text.matchAll(BESIDE)].flatMap(([, path = '']) =>
    URL.canParse(path, url) ? [new URL(path, url).href] : [],
  );
}

/** The directory with the package.json that names a version; one without is a marker inside a package. */
async function packageDirectory(file: string): Promise<string | null> {
  for (let directory = dirname(file); directory !== dirname(directory); directory = dirname(directory)) {
    try {
      if (JSON.parse(await readFile(join(directory, 'package.json'), 'utf8')).version !== undefined) return directory;
    } catch {
      // No package.json here, or one that is not meant for npm.
    }
  }
  return null;
}
