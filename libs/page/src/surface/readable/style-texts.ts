/** All that a page declares of style: the sheets of its trees, with those they import, and its style attributes. */

import { sheetsIn, type Tree, type Trees } from '../../document/trees.js';
import { ruleStyle } from '../../natives/natives.js';
import { copyOf } from './foreign-sheets.js';

export type StyleText =
  /** `selector` holds those of the rules around it; what is `layered` gives way to rules that are not, whatever these match. */
  | {
      readonly kind: 'rule';
      readonly tree: Tree;
      readonly selector: string;
      readonly text: string;
      readonly layered: boolean;
    }
  | { readonly kind: 'keyframes'; readonly name: string; readonly text: string }
  | { readonly kind: 'attribute'; readonly element: Element; readonly text: string }
  /** A sheet of another origin of which there is no copy. */
  | { readonly kind: 'unreadable' };

/** All sheets, then all attributes. Fonts are left out, and what is for paper alone. */
export function* styleTexts(trees: Trees): Generator<StyleText> {
  const now = [...trees.now()];
  for (const tree of now) for (const sheet of sheetsIn(tree)) yield* ofSheet(sheet, tree, false);
  for (const tree of now) {
    for (const element of tree.querySelectorAll('[style]')) {
      yield { kind: 'attribute', element, text: element.getAttribute('style') ?? '' };
    }
  }
}

/** Frames are screens. */
const isForPaper = ({ mediaText }: MediaList): boolean =>
  mediaText !== '' && mediaText.split(',').every((query) => /^\s*(?:only\s+)?print\b/i.test(query));

function* ofSheet(sheet: CSSStyleSheet, tree: Tree, layered: boolean): Generator<StyleText> {
  if (isForPaper(sheet.media)) return;
  const rules = rulesOf(sheet);
  if (rules === null) yield { kind: 'unreadable' };
  else yield* ofRules(rules, { tree, layered }, null);
}

function rulesOf(sheet: CSSStyleSheet): CSSRuleList | null {
  try {
    return sheet.cssRules;
  } catch {
    return copyOf(sheet)?.cssRules ?? null;
  }
}

interface Place {
  readonly tree: Tree;
  readonly layered: boolean;
}

/** @param parent selector of the rule around these */
function* ofRules(rules: CSSRuleList, place: Place, parent: string | null): Generator<StyleText> {
  const { tree, layered } = place;
  for (const rule of rules) {
    if (rule instanceof CSSFontFaceRule || (rule instanceof CSSMediaRule && isForPaper(rule.media))) continue;
    if (rule instanceof CSSImportRule) {
      if (rule.styleSheet !== null) yield* ofSheet(rule.styleSheet, tree, layered || rule.layerName !== null);
      continue;
    }
    if (rule instanceof CSSKeyframesRule) {
      yield { kind: 'keyframes', name: rule.name, text: rule.cssText };
      continue;
    }
    const own = (rule as CSSStyleRule).selectorText;
    const selector = own === undefined ? parent : within(own, parent);
    const style = ruleStyle(rule);
    if (style !== undefined) yield { kind: 'rule', tree, selector: selector ?? '&', text: style.cssText, layered };
    const inner = (rule as CSSGroupingRule).cssRules;
    if (inner === undefined) continue;
    const { start, end } = rule as ScopeRule;
    if (typeof end === 'string') yield { kind: 'rule', tree, selector: end, text: '', layered };
    const around = rule instanceof CSSLayerBlockRule ? { tree, layered: true } : place;
    yield* ofRules(inner, around, typeof start === 'string' ? within(start, selector) : selector);
  }
}

/** `@scope`, which TypeScript's DOM library does not know yet. */
type ScopeRule = CSSRule & { readonly start?: string | null; readonly end?: string | null };

/** A selector of a rule in another one or in a scope, as it would stand alone. */
function within(selector: string, parent: string | null): string {
  if (parent === null) return selector;
  const outer = `:is(${parent})`;
  const own = selector.replaceAll(/&|:scope\b/g, outer);
  return own === selector ? `${outer} ${selector}` : own;
}
