/** All that a document declares of style: its sheets, with those they import, and its style attributes. */

export type StyleText =
  | { readonly kind: 'rule'; readonly selector: string; readonly text: string }
  | { readonly kind: 'keyframes'; readonly name: string; readonly text: string }
  | { readonly kind: 'attribute'; readonly element: Element; readonly text: string }
  /** A sheet of another origin. */
  | { readonly kind: 'unreadable' };

/** Sheets in their order, those of scripts too, then attributes. Fonts are left out. */
export function* styleTexts(): Generator<StyleText> {
  for (const sheet of sheets()) yield* ofSheet(sheet);
  for (const element of document.querySelectorAll('[style]')) {
    yield { kind: 'attribute', element, text: element.getAttribute('style') ?? '' };
  }
}

/** Rules of all sheets, without those inside of others: a number that tells that there are more or fewer. */
export function countRules(): number {
  let count = 0;
  for (const sheet of sheets()) count += 1 + rulesOf(sheet).length;
  return count;
}

const sheets = (): readonly CSSStyleSheet[] => [...document.styleSheets, ...document.adoptedStyleSheets];

function rulesOf(sheet: CSSStyleSheet): ArrayLike<CSSRule> {
  try {
    return sheet.cssRules;
  } catch {
    return [];
  }
}

function* ofSheet(sheet: CSSStyleSheet): Generator<StyleText> {
  let rules: CSSRuleList;
  try {
    rules = sheet.cssRules;
  } catch {
    yield { kind: 'unreadable' };
    return;
  }
  yield* ofRules(rules);
}

function* ofRules(rules: CSSRuleList): Generator<StyleText> {
  for (const rule of rules) {
    if (rule instanceof CSSFontFaceRule) continue;
    if (rule instanceof CSSImportRule) {
      if (rule.styleSheet !== null) yield* ofSheet(rule.styleSheet);
      continue;
    }
    if (rule instanceof CSSKeyframesRule) {
      yield { kind: 'keyframes', name: rule.name, text: rule.cssText };
      continue;
    }
    if (rule instanceof CSSStyleRule) yield { kind: 'rule', selector: rule.selectorText, text: rule.style.cssText };
    const inner = (rule as CSSGroupingRule).cssRules;
    if (inner !== undefined) yield* ofRules(inner);
  }
}
