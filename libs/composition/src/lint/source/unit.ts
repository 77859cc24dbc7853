/** One composition source: the entry, or the content of a child file as a host gets it. */
import type { AssetReference } from '@framefarm/contract';
import type { Root } from 'postcss';
import type { Element } from '../../source/dom.js';
import type { LintScript } from '../script/lint-script.js';

/** An element that names a file, or an empty one that an inline template fills. */
export interface Host {
  readonly element: Element;
  readonly id: string;
  /** `data-composition-src` as written; null for an inline template. */
  readonly source: string | null;
}

export interface Sheet {
  readonly root: Root;
  readonly file: string;
}

/** A URL that the source names, with the element if one does. */
export interface AssetUse {
  readonly kind: AssetReference['kind'];
  /** Relative to the project root, or absolute. */
  readonly url: string;
  readonly element: Element | null;
  readonly file: string;
}

export interface Unit {
  readonly file: string;
  readonly text: string;
  readonly isEntry: boolean;
  /** The `html` element; the parser makes one up where the source has none. */
  readonly html: Element;
  /** Elements that count, in document order; contents of templates only where the template is the content. */
  readonly elements: readonly Element[];
  readonly root: Element | null;
  readonly hosts: readonly Host[];
  readonly scripts: readonly LintScript[];
  /** URLs of scripts as written, import specifiers and import map targets included. */
  readonly scriptUrls: readonly string[];
  readonly sheets: readonly Sheet[];
  readonly assets: readonly AssetUse[];
  /** Lower-cased families with an @font-face rule. */
  readonly declaredFonts: ReadonlySet<string>;
}
