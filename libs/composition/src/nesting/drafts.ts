/** Instances while the document is being put together, before they have their runtime ids. */
import type { Root } from 'postcss';
import type { ScriptAnalysis } from '../script/analysis.js';
import type { Element } from '../source/dom.js';
import type { DeclarationSource } from '../variables/merge.js';

export interface StyleDraft {
  readonly sheet: Root;
  readonly file: string;
  /** Attributes that stay: `media`, `nonce`, an id. */
  readonly attributes: Readonly<Record<string, string>>;
}

export interface ScriptDraft {
  readonly kind: 'classic' | 'module' | 'external';
  readonly code: string;
  /** First line of the code in its file. */
  readonly line: number;
  readonly file: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Specifiers of imports and what they become. */
  readonly specifiers: ReadonlyMap<string, string>;
  /** Null for external scripts and for those that cannot be parsed; then `fault` says why. */
  readonly analysis: ScriptAnalysis | null;
  readonly fault: { readonly message: string; readonly line: number } | null;
}

export interface InstanceDraft {
  readonly authoredId: string;
  readonly element: Element;
  readonly parent: InstanceDraft | null;
  readonly isRoot: boolean;
  /** True when a file or template is to fill it: its id may become another. */
  hosted: boolean;
  /** True once a file or template filled the host. */
  mounted: boolean;
  /** Project file the content came from. */
  file: string;
  box: Element | null;
  childRoot: { readonly element: Element; readonly id: string } | null;
  /** From the weakest to the strongest. */
  readonly declarations: DeclarationSource[];
  readonly styles: StyleDraft[];
  readonly scripts: ScriptDraft[];
  /** Ids of its elements that are others now. */
  readonly ids: Map<string, string>;
  runtimeId: string;
}
