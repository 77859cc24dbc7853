/** Lint with everything this machine knows: installed packages, bundled fonts, the files of the project. */
import { type LintResult, lintComposition, type MissingPackage, type ProjectReader } from '@framefarm/composition';
import type { OutputFormat, RenderOptions } from '@framefarm/contract';
import { BUNDLED_FAMILIES, FONT_ALIASES, type PackageMapOptions, resolvePackageUrl } from '@framefarm/origin';
import { htmlFiles } from './html-files.js';
import { openProject } from './project-reader.js';

export interface ProjectLintRequest {
  /** Absolute path of the project directory. */
  readonly projectDir: string;
  /** Entry file, relative to it. */
  readonly composition: string;
  /** Format that is to be rendered; without it rules about transparency stay silent. */
  readonly format?: OutputFormat;
  readonly packageMap: RenderOptions['packageMap'];
  readonly packageDirs: RenderOptions['packageDirs'];
  readonly packageVersions: RenderOptions['packageVersions'];
  readonly cdnjsPackages: RenderOptions['cdnjsPackages'];
  readonly outsideLinks: RenderOptions['outsideLinks'];
}

/**
 * Lints a project on disk (composition-format 16). Starts nothing and opens no connection.
 * @throws FramefarmError COMPOSITION_NOT_FOUND, EMPTY_COMPOSITION.
 */
export async function lintProject(request: ProjectLintRequest, reader?: ProjectReader): Promise<LintResult> {
  const { projectDir, composition, format } = request;
  const packages: PackageMapOptions = {
    enabled: request.packageMap,
    projectDir,
    dirs: request.packageDirs,
    versions: request.packageVersions,
    cdnjs: request.cdnjsPackages,
  };
  return lintComposition({
    project: reader ?? (await openProject(projectDir, request.outsideLinks)),
    entryFile: composition,
    listHtmlFiles: () => htmlFiles(projectDir),
    fonts: { bundled: Object.keys(BUNDLED_FAMILIES), aliases: FONT_ALIASES },
    findMissingPackage: (url) => findMissingPackage(url, packages),
    ...(format === undefined ? {} : { outputFormat: format }),
  });
}

async function findMissingPackage(url: string, packages: PackageMapOptions): Promise<MissingPackage | null> {
  const answer = await resolvePackageUrl(url, packages);
  if (answer.kind === 'file' || answer.reason === 'unmapped') return null;
  const installed = answer.installed === undefined ? '' : ` (${answer.package} ${answer.installed} is installed)`;
  const reason = {
    not_installed: `names the package ${answer.package}, which is not installed`,
    version_mismatch: `names a version of ${answer.package} that the installed one cannot stand for${installed}`,
    file_not_found: `names a file that the installed package does not have${installed}`,
  }[answer.reason];
  return { reason, ...(answer.install === undefined ? {} : { install: answer.install }) };
}
