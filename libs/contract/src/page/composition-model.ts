/** What compiling a composition's source yields, before any browser starts. Plain JSON but for the HTML text. */

import type { InputIssue } from '../catalogue/errors.js';
import type { Notice, Warning } from '../catalogue/warnings.js';
import type { Fps } from '../fps.js';

export type VariableType = 'string' | 'number' | 'color' | 'boolean' | 'enum' | 'font' | 'image';

/** One valid entry of `data-composition-variables` (reference: composition-format 8). */
export interface VariableDeclaration {
  readonly id: string;
  readonly type: VariableType;
  readonly label: string;
  readonly default?: unknown;
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly unit?: string;
  readonly brandRole?: string;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
}

/** One mounted composition: the root, or a child under its host. */
export interface CompositionInstance {
  /** Unique in the document, e.g. `card` or `card__hf2`; the value of `data-composition-id` in the compiled HTML. */
  readonly runtimeId: string;
  readonly authoredId: string;
  /** Runtime id of the instance that holds the host; null for the root. */
  readonly parentId: string | null;
  readonly declarations: readonly VariableDeclaration[];
  /** Merged by priority; what `getVariables()` answers. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Keys that were given rather than defaulted: these are always written as custom properties. */
  readonly overridden: readonly string[];
  /** Project file the content came from, `/`-separated, relative to the project. */
  readonly file: string;
}

/** A URL that an element of the compiled document names. */
export interface AssetReference {
  /** `video`, `audio`: what such an element plays, where its text tells; its other `<source>` elements are `other`. */
  readonly kind: 'video' | 'audio' | 'image' | 'script' | 'stylesheet' | 'font' | 'other';
  /** As it stands in the compiled HTML: root-relative (`assets/a.mp4`) or absolute. */
  readonly url: string;
  /** Id of the element, when it has one. */
  readonly elementId: string | null;
  /** Project file that names it. */
  readonly file: string;
}

export interface CompiledComposition {
  /** The entry document with every child inlined; the page runtime is not in it yet. */
  readonly html: string;
  readonly entryFile: string;
  /** Null when no root stands in the source: a script may create it. */
  readonly rootId: string | null;
  /** Pixels; null when no root stands in the source. Missing or invalid attributes are already 1080 and 1920. */
  readonly width: number | null;
  readonly height: number | null;
  /** Explicit root length in seconds, read before any script runs; null when it must be found by probing. */
  readonly durationSeconds: number | null;
  /** `data-fps` of the root. */
  readonly fps: Fps | null;
  /** The root first, then children in document order. */
  readonly instances: readonly CompositionInstance[];
  readonly assets: readonly AssetReference[];
  /** `data:` URLs of audio and video elements, by the path on the origin that stands in their place in `html`. */
  readonly inlineMedia: Readonly<Record<string, string>>;
  /** Lower-cased families that the author's own @font-face rules declare. */
  readonly authorFontFamilies: readonly string[];
  /** Every project file that was read, relative, sorted. */
  readonly files: readonly string[];
  /** Variables that do not fit the declarations: `undeclared`, `type-mismatch`, `enum-out-of-range`. */
  readonly variableIssues: readonly InputIssue[];
  readonly warnings: readonly Warning[];
  readonly notices: readonly Notice[];
}
