/**
 * Rules that match other elements when the content of body has another parent: those that name a child of body, and those that count
 * children or look at the one before, as scripts stay behind.
 */

import type { Trees } from '../../document/trees.js';
import { isMatch } from '../../natives/own-properties.js';
import { isOurs } from '../move/ours.js';
import { compoundsOf, leftsOfChild, selectorParts, withoutPseudoClasses } from '../readable/selectors.js';
import { type StyleText, styleTexts } from '../readable/style-texts.js';

type Rule = Extract<StyleText, { kind: 'rule' }>;

const PSEUDO_ELEMENT = /::[\w-]+(?:\([^)]*\))?|:(?:before|after|first-line|first-letter)\b/g;
/** A part of body itself that runs on into its children. */
const FIRST_PART = /:(?:first-line|first-letter)\b/;
/** What may count on the parent, on a place among its children or on a neighbour. */
const PLACED = /[>+~]|:(?:first|last|only|nth)-/;

/** Names body or what it is in; children of it get a new parent. */
export const PARENT_RULE = /(?:^|[\s,>(])(?:body|html|:root)[^\s,>+~]*\s*[>+~]/i;
const COUNTING = /:(?:has\(|empty\b|(?:first|last|only|nth)-)/;

const isPlaced = (style: StyleText): style is Rule => style.kind === 'rule' && PLACED.test(style.selector);

function matches(element: Element, selector: string): boolean {
  try {
    return isMatch(element, selector);
  } catch {
    return false;
  }
}

function matchedBy({ tree, selector }: Rule): readonly Element[] {
  try {
    return [...tree.querySelectorAll(selector.replaceAll(PSEUDO_ELEMENT, ''))].filter(
      ({ localName }) => localName !== 'script',
    );
  } catch {
    return [];
  }
}

/** In words, of a rule that matches something else now than before the page was moved; what it gives is to be asked then. */
export function rememberMatches(trees: Trees): () => string | null {
  const before = [...styleTexts(trees)].filter(isPlaced).map((rule) => [rule, matchedBy(rule)] as const);
  return () => {
    for (const [rule, elements] of before) {
      const now = new Set(matchedBy(rule).filter((element) => !isOurs(element)));
      if (now.size !== elements.length || elements.some((element) => !now.has(element))) {
        return countsOnChildren(rule.selector);
      }
    }
    return null;
  };
}

/** In words, of a rule for html, body or a child of it that looks into them or counts on places: what a change of body does to it cannot be told. */
export function countsOnPlaces(trees: Trees, content: readonly Element[]): string | null {
  const those = [document.documentElement, document.body, ...content];
  for (const style of styleTexts(trees)) {
    if (style.kind === 'attribute') break;
    if (style.kind !== 'rule' || !COUNTING.test(style.selector)) continue;
    const counting = selectorParts(style.selector)
      .flatMap(compoundsOf)
      .filter((compound) => COUNTING.test(compound))
      .map(withoutPseudoClasses);
    if (counting.some((compound) => those.some((element) => matches(element, compound)))) {
      return countsOnChildren(style.selector);
    }
  }
  return null;
}

/** In words, of a selector that is for children of body by what body is now, by its name or otherwise. */
export function bodyRuleObstacle(selector: string): string | null {
  if (PARENT_RULE.test(selector)) return countsOnChildren(selector);
  const parts = selectorParts(selector);
  const named = parts.some((part) =>
    leftsOfChild(part).some((left) => matches(document.body, left) !== matches(OTHER, left)),
  );
  if (named) return countsOnChildren(selector);
  const first = parts.some(
    (part) => FIRST_PART.test(part) && matches(document.body, part.replaceAll(PSEUDO_ELEMENT, '') || '*'),
  );
  return first ? `the rule "${selector.slice(0, 80)}" is for the first line or letter of body` : null;
}

/** Stands for what becomes the parent. */
const OTHER = document.createElement('ff-surface-other');

const countsOnChildren = (selector: string): string => `the rule "${selector.slice(0, 80)}" counts on children of body`;
