/** The site of one render: the origin with the composed page, fonts, packages and the guarded way outside. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type CompiledComposition, FRAMEFARM_PATH, type PageConfig, type RenderOptions } from '@framefarm/contract';
import {
  composeDocument,
  createExternalResolver,
  type ExternalResolver,
  FONT_CSS_PATH,
  fontDirectories,
  type NetworkPolicyOptions,
  type Origin,
  type OriginOptions,
  type PackageMapOptions,
  RUNTIME_PATH,
  resolveLocalGsap,
  startOrigin,
} from '@framefarm/origin';
import { fontedDocuments } from './fonted-document.js';

const require = createRequire(import.meta.url);

/** Where the composed page is served. It must lie directly below the root: the compiler rewrites URLs for that. */
export const PAGE_PATH = '/';

export interface Site {
  readonly origin: Origin;
  readonly externals: ExternalResolver;
  /** Serves the page with this configuration from now on; the families with a font rule are added to it. */
  publishPage(compiled: CompiledComposition, config: Omit<PageConfig, 'providedFonts'>): Promise<void>;
  close(): Promise<void>;
}

/** What a site serves besides a render's. */
export interface SiteExtras
  extends Pick<
    OriginOptions,
    'listener' | 'sameSiteOnly' | 'frameScripts' | 'documentHeaders' | 'tellLoads' | 'route' | 'files'
  > {
  /** Paths of classic scripts that follow the page runtime, before any script of the author. */
  readonly scripts?: readonly string[];
  /** What a composition may reach besides the origins of its options; default: public https addresses. */
  readonly outside?: OutsideReach;
}

export type OutsideReach = Pick<NetworkPolicyOptions, 'publicHttps' | 'neverAllow'>;

/** The file of the page runtime, a classic script. */
export function pageRuntimeFile(): string {
  return require.resolve('@framefarm/page/runtime.js');
}

/** The file of the clock of workers, a classic script. */
export function workerClockFile(): string {
  return require.resolve('@framefarm/page/worker-clock.js');
}

/**
 * Opens the site of a project. `hasFontConfig`: browsers run with the fontconfig file of bundled fonts. A `listener`
 * given outlives the site.
 * @throws FramefarmError `VALIDATION_FAILED` for a broken list of origins.
 */
export async function openSite(
  projectDir: string,
  options: RenderOptions,
  scratchDir: string,
  hasFontConfig: boolean,
  signal: AbortSignal,
  { scripts = [], files = {}, outside = { publicHttps: true }, ...serving }: SiteExtras = {},
): Promise<Site> {
  const packages: PackageMapOptions = {
    enabled: options.packageMap,
    projectDir,
    dirs: options.packageDirs,
    versions: options.packageVersions,
    cdnjs: options.cdnjsPackages,
  };
  const externals = createExternalResolver({
    packages,
    policy: { ...outside, offline: options.offline, allow: options.allowNetwork },
    cacheDir: join(scratchDir, 'downloads'),
    signal,
  });
  const origin = await startOrigin({
    ...serving,
    projectDir,
    outsideLinks: options.outsideLinks,
    files: { ...files, [RUNTIME_PATH]: pageRuntimeFile() },
    fallback: async (urlPath) => {
      const hit = await resolveLocalGsap(urlPath, packages);
      return hit === null ? null : { file: hit.file, contentType: hit.contentType };
    },
  });
  for (const { prefix, directory } of fontDirectories()) origin.addDirectory(prefix, directory);
  const fonted = fontedDocuments({ projectDir, packages, hasFontConfig });
  return {
    origin,
    externals,
    publishPage: async (compiled, pageConfig) => {
      const { html, css, provided } = await fonted(compiled, pageConfig.instances);
      origin.setDocument(FONT_CSS_PATH, css, 'text/css; charset=utf-8');
      const page = composeDocument(html, { ...pageConfig, providedFonts: provided }, { scripts, fonts: css !== '' });
      origin.setDocument(PAGE_PATH, page, 'text/html; charset=utf-8');
    },
    close: () => origin.close(),
  };
}

/** Prefix below which the extracted pictures of a video are served. */
export function framesPath(key: string): string {
  return `${FRAMEFARM_PATH}frames/${key}/`;
}
