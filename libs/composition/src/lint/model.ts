/** What lint is asked and what it answers (reference: composition-format 16). */
import type { OutputFormat } from '@framefarm/contract';
import type { ProjectReader } from '../source/project-reader.js';
import type { LintCode, LintSeverity } from './codes.js';

/** Why a package of a public CDN cannot be served from the local install. */
export interface MissingPackage {
  /** Completes a sentence whose subject is the URL, e.g. `is not installed`. */
  readonly reason: string;
  /** Command that installs it, if one is known. */
  readonly install?: string;
}

export interface LintRequest {
  readonly project: ProjectReader;
  /** Path relative to the project, `/`-separated. */
  readonly entryFile: string;
  /** Lists the HTML files of the project; without it `blank_root_with_standalone_composition` is not checked. */
  readonly listHtmlFiles?: () => Promise<readonly string[]>;
  /** Format that is to be rendered; without it `root_background_with_alpha` is not checked. */
  readonly outputFormat?: OutputFormat;
  /** Families that need no @font-face, and lower-case aliases to them; without them fonts are not checked. */
  readonly fonts?: { readonly bundled: readonly string[]; readonly aliases: ReadonlyMap<string, string> };
  /** Null when the URL names no package of a known CDN or the package can be served. */
  readonly findMissingPackage?: (url: string) => Promise<MissingPackage | null>;
}

export interface LintFinding {
  readonly code: LintCode;
  readonly severity: LintSeverity;
  readonly message: string;
  /** Project file that has to change. */
  readonly file?: string;
  readonly selector?: string;
  readonly elementId?: string;
  readonly fixHint?: string;
  /** The place in the source, shortened. */
  readonly snippet?: string;
}

export interface LintResult {
  /** True when there is no error; warnings do not count. */
  readonly ok: boolean;
  readonly errorCount: number;
  readonly warningCount: number;
  readonly infoCount: number;
  /** Errors first, then warnings, then the rest; within these by file. */
  readonly findings: readonly LintFinding[];
}
