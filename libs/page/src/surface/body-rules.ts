/**
 * Rules that match other elements when the content of body has another parent: those that name a child of body, and those that count
 * children or look at the one before, as scripts stay behind.
 */
import type { Trees } from '../trees.js';
import { type StyleText, styleTexts } from './style-texts.js';

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
    return element.matches(selector);
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
export function rememberMatches(trees: Trees): (isOurs: (element: Element) => boolean) => string | null {
  const before = [...styleTexts(trees)].filter(isPlaced).map((rule) => [rule, matchedBy(rule)] as const);
  return (isOurs) => {
    for (const [rule, elements] of before) {
      const now = new Set(matchedBy(rule).filter((element) => !isOurs(element)));
      if (now.size !== elements.length || elements.some((element) => !now.has(element))) {
        return countsOnChildren(rule.selector);
      }
    }
    return null;
  };
}

/** Whether what a change of body does to a rule cannot be told: rules that look into it, or count on places in it. */
export function countsOnPlaces(trees: Trees): string | null {
  for (const style of styleTexts(trees)) {
    if (style.kind === 'attribute') break;
    if (style.kind === 'rule' && COUNTING.test(style.selector)) return countsOnChildren(style.selector);
  }
  return null;
}

/** In words, of a selector that is for children of body by what body is now, by its name or otherwise. */
export function bodyRuleObstacle(selector: string): string | null {
  if (PARENT_RULE.test(selector)) return countsOnChildren(selector);
  const parts = selectorParts(selector);
  const named = parts.some((part) =>
    childOf(part).some((left) => matches(document.body, left) && !matches(OTHER, left)),
  );
  if (named) return countsOnChildren(selector);
  const first = parts.some(
    (part) => FIRST_PART.test(part) && matches(document.body, part.replaceAll(PSEUDO_ELEMENT, '') || '*'),
  );
  return first ? `the rule "${selector.slice(0, 80)}" is for the first line or letter of body` : null;
}

/** Stands for what becomes the parent. */
const OTHER = document.createElement('ff-surface-ground');

const countsOnChildren = (selector: string): string => `the rule "${selector.slice(0, 80)}" counts on children of body`;

/** The selectors of a list. */
const selectorParts = (selector: string): string[] => cut(selector, /,/);

/** What stands before each `>` of a selector, without what it has in brackets. */
function childOf(selector: string): string[] {
  const steps = cut(selector, />/);
  return steps.slice(0, -1).map((_, index) =>
    steps
      .slice(0, index + 1)
      .join('>')
      .trim(),
  );
}

/** Parts between separators that are in no brackets and in no string. */
function cut(text: string, separator: RegExp): string[] {
  const parts = [''];
  let depth = 0;
  let quote = '';
  for (const token of text.match(/\\.|[^\\]/gs) ?? []) {
    if (quote !== '') quote = token === quote ? '' : quote;
    else if (/["']/.test(token)) quote = token;
    else if (/[([]/.test(token)) depth += 1;
    else if (/[)\]]/.test(token)) depth -= 1;
    else if (depth === 0 && separator.test(token)) {
      parts.push('');
      continue;
    }
    parts[parts.length - 1] += token;
  }
  return parts;
}
