/** What CSS says about an element, as far as selectors can be followed in the source. */
import type { AtRule, Declaration, Rule } from 'postcss';
import { attribute, type Element } from '../../source/dom.js';
import { parseCss } from '../../style/stylesheet.js';
import { matches } from './element-match.js';
import type { Unit } from './unit.js';

export interface StyleUse {
  readonly property: string;
  readonly value: string;
  /** Selector of the rule; null for a style attribute. */
  readonly selector: string | null;
  readonly file: string;
  readonly declaration: Declaration;
}

/** Every declaration of the source's sheets that styles elements, keyframes and @font-face left out. */
export function* styleRules(unit: Unit): Generator<StyleUse> {
  for (const { root, file } of unit.sheets) {
    const found: StyleUse[] = [];
    root.walkDecls((declaration) => {
      const parent = declaration.parent;
      if (parent?.type !== 'rule' || isInKeyframes(parent as Rule)) return;
      const { selector } = parent as Rule;
      found.push({ property: declaration.prop.toLowerCase(), value: declaration.value, selector, file, declaration });
    });
    yield* found;
  }
}

/** Declarations of the style attribute of an element. */
export function inlineStyle(element: Element, file: string): StyleUse[] {
  const text = attribute(element, 'style');
  if (text === null || text.trim() === '') return [];
  const found: StyleUse[] = [];
  parseCss(`x{${text}}`).walkDecls((declaration) => {
    found.push({
      property: declaration.prop.toLowerCase(),
      value: declaration.value,
      selector: null,
      file,
      declaration,
    });
  });
  return found;
}

/** Declarations that certainly apply to the element. */
export function stylesOf(unit: Unit, element: Element): StyleUse[] {
  const matched = [...styleRules(unit)].filter((use) => use.selector !== null && matches(element, use.selector));
  return [...matched, ...inlineStyle(element, unit.file)];
}

function isInKeyframes(rule: Rule): boolean {
  const parent = rule.parent;
  return parent?.type === 'atrule' && /keyframes$/i.test((parent as AtRule).name);
}

const NO_BACKGROUND =
  /^(?:none|transparent|initial|unset|inherit|revert)$|^rgba?\([^)]*[,/]\s*0(?:\.0+)?%?\s*\)$|^#(?:[0-9a-f]{3}0|[0-9a-f]{6}00)$/i;

/** A declaration that paints something behind the element's content, or null. */
export function paintedBackground(unit: Unit, element: Element): StyleUse | null {
  const uses = stylesOf(unit, element).filter(({ property }) =>
    ['background', 'background-color', 'background-image'].includes(property),
  );
  return uses.find((use) => !NO_BACKGROUND.test(use.value.trim())) ?? null;
}
