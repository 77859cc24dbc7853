/** What one compilation gathers on its way. */
import type { AssetReference, Notice, Warning } from '@framefarm/contract';
import { FramefarmError } from '@framefarm/contract';
import type { InstanceDraft } from './nesting/drafts.js';
import type { Element } from './source/dom.js';
import { UrlSpace } from './source/paths.js';
import type { ProjectReader } from './source/project-reader.js';
import { MAX_IMPORTS, type SheetFindings, type SheetReader } from './style/stylesheet.js';

/** Hosts of sheets that hold nothing but @font-face rules; such a sheet needs no isolation. */
const FONT_HOSTS =
  /^(?:https?:)?\/\/(?:fonts\.googleapis\.com|fonts\.bunny\.net|use\.typekit\.net|api\.fontshare\.com|rsms\.me)\//i;

export class Compilation {
  readonly urls: UrlSpace;
  readonly files = new Set<string>();
  readonly warnings: Warning[] = [];
  readonly notices: Notice[] = [];
  readonly drafts: InstanceDraft[] = [];
  /** Links and import maps of children, for the head. */
  readonly headElements: Element[] = [];
  readonly assets: AssetReference[] = [];
  readonly sheets: SheetReader;
  readonly findings: SheetFindings;
  readonly #texts = new Map<string, Promise<string | null>>();
  #imports = 0;

  constructor(private readonly project: ProjectReader) {
    this.urls = new UrlSpace(project);
    this.sheets = { urls: this.urls, read: (path) => this.readText(path), countImport: () => this.#countImport() };
    this.findings = { assets: this.assets, fontFamilies: new Set(), remote: [] };
  }

  /** Reads each file once; without byte order mark. */
  async readText(path: string): Promise<string | null> {
    let text = this.#texts.get(path);
    if (text === undefined) {
      text = this.project.read(path);
      this.#texts.set(path, text);
    }
    const answer = await text;
    if (answer !== null) this.files.add(path);
    return answer === null ? null : answer.replace(/^\uFEFF/, '');
  }

  #countImport(): void {
    this.#imports += 1;
    if (this.#imports > MAX_IMPORTS) throw tooManyImports(MAX_IMPORTS);
  }

  unsupported(feature: string, message: string, details: Readonly<Record<string, unknown>> = {}): void {
    const known = this.warnings.some(
      (warning) => warning.code === 'unsupported_feature' && warning.message === message,
    );
    if (!known)
      this.warnings.push({ code: 'unsupported_feature', stage: 'compile', message, details: { feature, ...details } });
  }

  /** A stylesheet of a child that cannot be rewritten because its text is not at hand. */
  globalSheet(url: string, file: string): void {
    if (FONT_HOSTS.test(url)) return;
    this.unsupported(
      'remote_stylesheet_isolation',
      `stylesheet ${url} of nested composition ${file} is remote: its rules apply to the whole page, not to that composition alone`,
      { url, file },
    );
  }
}

export function tooManyMounts(limit: number): FramefarmError {
  return new FramefarmError('EMPTY_COMPOSITION', `the composition mounts more than ${limit} nested compositions`, {
    stage: 'compile',
    hint: 'Check for files that mount each other many times over.',
  });
}

function tooManyImports(limit: number): FramefarmError {
  return new FramefarmError(
    'EMPTY_COMPOSITION',
    `style sheets of nested compositions import more than ${limit} others`,
    {
      stage: 'compile',
      hint: 'Check for style sheets that import each other many times over.',
    },
  );
}
