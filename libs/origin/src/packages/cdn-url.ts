/** Which file of which npm package a well-known CDN URL names (reference: composition-format 11.2). */

export interface CdnFile {
  readonly package: string;
  /** As it stands in the URL: exact, range, tag; null when the URL names none. */
  readonly requested: string | null;
  /** Path inside the package; null when the package's own fields decide. */
  readonly path: string | null;
  /** cdnjs renames and moves files: one that is not at `path` may be searched by its name. */
  readonly searchByName: boolean;
}

/** cdnjs library to package and directory; other libraries are the package of the same name and its `dist`. */
const CDNJS_DIRECTORIES: Readonly<Record<string, string>> = {
  'three.js': 'three/build',
  animejs: 'animejs/lib',
  bodymovin: 'lottie-web/build/player',
  'lottie-web': 'lottie-web/build/player',
  // The package of the same name is another one, or has no files for a browser.
  'Chart.js': 'chart.js/dist',
  'fabric.js': 'fabric/dist',
  'lodash.js': 'lodash',
  'mo-js': '@mojs/core/dist',
  'moment.js': 'moment/min',
  'paper.js': 'paper/dist',
  'rough.js': 'roughjs/bundled',
  'snap.svg': 'snapsvg/dist',
  'underscore.js': 'underscore',
  velocity: 'velocity-animate',
  'font-awesome': '@fortawesome/fontawesome-free',
  'highlight.js': '@highlightjs/cdn-assets',
  'matter-js': 'matter-js/build',
  'p5.js': 'p5/lib',
  prism: 'prismjs',
  'svg.js': '@svgdotjs/svg.js/dist',
  'two.js': 'two.js/build',
};

/**
 * Reads a CDN URL. Null when it is not one of the mapped forms: another host, a combined or generated URL (`/combine/`,
 * `+esm`, `?module`), a directory listing, or a name that is no package name. `cdnjs` adds libraries of the
 * configuration: library to `package/directory`.
 */
export function parseCdnUrl(url: string, cdnjs: Readonly<Record<string, string>> = {}): CdnFile | null {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return null;
  }
  // A protocol-relative URL on the loopback origin becomes http:.
  if ((parsed.protocol !== 'https:' && parsed.protocol !== 'http:') || parsed.port !== '') return null;
  const path = decodePath(parsed.pathname);
  if (path === null) return null;
  switch (parsed.hostname) {
    case 'cdn.jsdelivr.net':
      return path.startsWith('/npm/') ? parseNpmPath(path.slice('/npm/'.length)) : null;
    case 'unpkg.com':
      return parsed.searchParams.has('module') || parsed.searchParams.has('meta') ? null : parseNpmPath(path.slice(1));
    case 'cdnjs.cloudflare.com':
      return path.startsWith('/ajax/libs/') ? parseCdnjsPath(path.slice('/ajax/libs/'.length), cdnjs) : null;
    case 'd3js.org':
      return parseD3Path(path.slice(1));
    case 'cdn.plot.ly':
      return parsePlotlyPath(path.slice(1));
    case 'code.jquery.com':
      return parseJqueryPath(path.slice(1));
    default:
      return null;
  }
}

/** Decodes once and refuses what can never name a file inside a package. */
function decodePath(pathname: string): string | null {
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here.
  if (/[\u0000-\u001f\u007f\\]/.test(path)) return null;
  return path.split('/').some((segment) => segment === '..' || segment === '.') ? null : path;
}

const NPM_NAME = /^(?:@[a-z0-9~_-][a-z0-9._~-]*\/)?[a-z0-9~_-][a-z0-9._~-]*$/i;

/** True for a name that npm could install; keeps a URL from naming another place on the disk. */
export function isPackageName(name: string): boolean {
  return NPM_NAME.test(name) && name.toLowerCase() !== 'node_modules';
}

function parseNpmPath(text: string): CdnFile | null {
  const match = /^((?:@[^/@]+\/)?[^/@]+)(?:@([^/]*))?(?:\/(.*))?$/s.exec(text);
  if (match === null) return null;
  const [, name = '', version, file] = match;
  if (!isPackageName(name) || version === '') return null;
  // A path that ends with a slash is a listing; `+esm` is code that the CDN generates.
  if (file === '' || file?.endsWith('/') || file === '+esm' || file?.endsWith('/+esm')) return null;
  return { package: name, requested: version ?? null, path: file ?? null, searchByName: false };
}

/** D3's own host: `d3.v7.min.js` is the newest 7 of the package `d3`, `d3-scale.v4.js` that of `d3-scale`. */
function parseD3Path(text: string): CdnFile | null {
  const [, name, major, ending] = /^(d3(?:-[a-z0-9-]+)?|topojson)\.v(\d+)(\.min)?\.js$/.exec(text) ?? [];
  if (name === undefined || major === undefined) return null;
  return { package: name, requested: major, path: `dist/${name}${ending ?? ''}.js`, searchByName: true };
}

/** Plotly's own host: `plotly-2.35.2.min.js` is the package `plotly.js-dist-min`, `plotly-basic-2.35.2.min.js` that of its part. */
function parsePlotlyPath(text: string): CdnFile | null {
  const [, part = '', version, min = ''] = /^plotly(-[a-z0-9]+)??-(latest|\d+\.\d+\.\d+)(\.min)?\.js$/.exec(text) ?? [];
  if (version === undefined) return null;
  const name = `plotly.js${part}-dist${min === '' ? '' : '-min'}`;
  // The newest that `latest` names is 1.58.5, for good.
  const requested = version === 'latest' ? '1.58.5' : version;
  return { package: name, requested, path: `plotly${part}${min}.js`, searchByName: true };
}

/** jQuery's own host, without its plugins and sheets. */
function parseJqueryPath(text: string): CdnFile | null {
  const [, version, ending] = /^jquery-(\d+\.\d+\.\d+)((?:\.slim)?(?:\.min)?\.js)$/.exec(text) ?? [];
  if (version === undefined) return null;
  return { package: 'jquery', requested: version, path: `dist/jquery${ending}`, searchByName: true };
}

/** What a CDN makes of a package by itself, so that no file of it is the answer: its name and version, or null. */
export function generatedModule(url: string): { readonly package: string; readonly requested: string | null } | null {
  if (!URL.canParse(url)) return null;
  const { hostname, pathname, searchParams } = new URL(url);
  const path = decodePath(pathname)?.slice(1);
  if (path === undefined) return null;
  const ofHost: Readonly<Record<string, string | null>> = {
    'cdn.jsdelivr.net': /^npm\/(.+)\/\+esm$/.exec(path)?.[1] ?? null,
    'unpkg.com': searchParams.has('module') ? path : null,
    'esm.sh': path.replace(/^(?:stable|v\d+)\//, '').replace(/^\*/, ''),
    'esm.run': path,
    'cdn.skypack.dev': path,
    'ga.jspm.io': /^npm:(.+)$/.exec(path)?.[1] ?? null,
  };
  const named = ownValue(ofHost as Readonly<Record<string, string>>, hostname);
  const found = named == null ? null : parseNpmPath(named.replace(/\/+$/, ''));
  return found === null ? null : { package: found.package, requested: found.requested };
}

function parseCdnjsPath(text: string, extra: Readonly<Record<string, string>>): CdnFile | null {
  const match = /^([^/]+)\/([^/]+)\/(.+[^/])$/s.exec(text);
  if (match === null) return null;
  const [, library = '', version = '', file = ''] = match;
  const place = ownValue(extra, library) ?? ownValue(CDNJS_DIRECTORIES, library) ?? `${library}/dist`;
  const split = /^((?:@[^/]+\/)?[^/]+)(?:\/(.*))?$/.exec(place);
  const name = split?.[1] ?? '';
  if (!isPackageName(name)) return null;
  const directory = split?.[2]?.replace(/\/+$/, '');
  return {
    package: name,
    requested: library === 'three.js' ? version.replace(/^r(\d+)$/, '0.$1.0') : version,
    path: directory ? `${directory}/${file}` : file,
    searchByName: true,
  };
}

function ownValue(record: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
