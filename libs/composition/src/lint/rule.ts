/** How a rule sees the project and says what it found. */
import { attribute, type Element } from '../source/dom.js';
import { LINT_CODES, type LintCode } from './codes.js';
import type { LintFinding, LintRequest } from './model.js';
import type { LintProject } from './source/lint-project.js';
import type { Unit } from './source/unit.js';

export interface Remark {
  readonly message: string;
  /** The composition source with the fault; gives file and snippet. */
  readonly unit?: Unit;
  /** File with the fault where it is not that of the unit. */
  readonly file?: string;
  readonly element?: Element;
  readonly selector?: string;
  readonly fixHint?: string;
  readonly snippet?: string;
}

export type Reporter = (code: LintCode, remark: Remark) => void;

/** One rule or a small family of rules. Pure but for reading project files. */
export type Rule = (project: LintProject, report: Reporter, request: LintRequest) => void | Promise<void>;

const MAX_SNIPPET = 160;

/** One line of at most 160 characters. */
function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_SNIPPET ? `${line.slice(0, MAX_SNIPPET - 1)}…` : line;
}

/** The start tag of an element as it stands in the source; empty when the parser made the element up. */
export function startTag(unit: Unit, element: Element): string {
  const location = element.sourceCodeLocation;
  const tag = location?.startTag ?? location;
  return tag ? unit.text.slice(tag.startOffset, tag.endOffset) : '';
}

export function toFinding(code: LintCode, remark: Remark): LintFinding {
  const { unit, element } = remark;
  const file = remark.file ?? unit?.file;
  const id = element === undefined ? null : attribute(element, 'id');
  const tag = unit !== undefined && element !== undefined ? startTag(unit, element) : '';
  const snippet = remark.snippet ?? tag;
  return {
    code,
    severity: LINT_CODES[code].severity,
    message: remark.message,
    ...(file === undefined ? {} : { file }),
    ...(remark.selector === undefined ? {} : { selector: remark.selector }),
    ...(id === null || id === '' ? {} : { elementId: id }),
    ...(remark.fixHint === undefined ? {} : { fixHint: remark.fixHint }),
    ...(snippet === '' ? {} : { snippet: shorten(snippet) }),
  };
}

/** An element as messages name it: `<video id="intro">`. */
export function nameOf(element: Element): string {
  for (const key of ['id', 'data-composition-id', 'class']) {
    const value = attribute(element, key);
    if (value) return `<${element.tagName} ${key}="${value}">`;
  }
  return `<${element.tagName}>`;
}
