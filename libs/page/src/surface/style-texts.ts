/** All that a page declares of style: the sheets of its trees, with those they import, and its style attributes. */
import { ruleStyle } from '../natives.js';
import { sheetsIn, type Tree, type Trees } from '../trees.js';

export type StyleText =
  /** `selector` is `&` for declarations that follow on rules inside of their own. */
  | { readonly kind: 'rule'; readonly tree: Tree; readonly selector: string; readonly text: string }
  | { readonly kind: 'keyframes'; readonly name: string; readonly text: string }
  | { readonly kind: 'attribute'; readonly element: Element; readonly text: string }
  /** A sheet of another origin. */
  | { readonly kind: 'unreadable' };

/** All sheets, then all attributes. Fonts are left out. */
export function* styleTexts(trees: Trees): Generator<StyleText> {
  const now = [...trees.now()];
  for (const tree of now) for (const sheet of sheetsIn(tree)) yield* ofSheet(sheet, tree);
  for (const tree of now) {
    for (const element of tree.querySelectorAll('[style]')) {
      yield { kind: 'attribute', element, text: element.getAttribute('style') ?? '' };
    }
  }
}

function* ofSheet(sheet: CSSStyleSheet, tree: Tree): Generator<StyleText> {
  let rules: CSSRuleList;
  try {
    rules = sheet.cssRules;
  } catch {
    yield { kind: 'unreadable' };
    return;
  }
  yield* ofRules(rules, tree);
}

function* ofRules(rules: CSSRuleList, tree: Tree): Generator<StyleText> {
  for (const rule of rules) {
    if (rule instanceof CSSFontFaceRule) continue;
    if (rule instanceof CSSImportRule) {
      if (rule.styleSheet !== null) yield* ofSheet(rule.styleSheet, tree);
      continue;
    }
    if (rule instanceof CSSKeyframesRule) {
      yield { kind: 'keyframes', name: rule.name, text: rule.cssText };
      continue;
    }
    const style = ruleStyle(rule);
    if (style !== undefined) {
      yield { kind: 'rule', tree, selector: (rule as CSSStyleRule).selectorText ?? '&', text: style.cssText };
    }
    const inner = (rule as CSSGroupingRule).cssRules;
    if (inner !== undefined) yield* ofRules(inner, tree);
  }
}
