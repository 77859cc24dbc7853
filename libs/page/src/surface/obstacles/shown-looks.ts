/**
 * Looks that a surface cannot show, and that count only where an element has them: rules that match nothing, as sheets of whole
 * component libraries bring them, do no harm (docs/decisions/surface-capture.md).
 */

import { nativeComputedStyle } from '../../natives/natives.js';
import { inlineStyleOf } from '../../natives/own-properties.js';
import { tagOf } from '../../page.js';
import type { StyleText } from '../readable/style-texts.js';
import { blendingStyles } from './blending-styles.js';
import { generatedBy, meantElements } from './generating-elements.js';
import { LOOKS, type Look } from './looks.js';

type Rule = Extract<StyleText, { kind: 'rule' }>;

interface LookingRule {
  readonly rule: Rule;
  readonly look: Look;
}

/** What matches a rule, or a pseudo-element of it, is not told by this selector alone: who hosts the tree, what is slotted, where a scope ends. */
const OUT_OF_REACH = /:host|::(?!before\b|after\b)|&|:scope\b/i;
/** Values that leave any of these properties as it is by itself, as `all: initial` has them. */
const NOTHING_SET = new Set(['', 'initial', 'unset', 'revert', 'revert-layer']);

export interface ShownLooks {
  /** Forgets all rules; those that there are now are noted anew. */
  begin(): void;
  /** Of a rule or an attribute: in words where it is refused at once, null where it is kept an eye on or has no such look. */
  note(style: StyleText): string | null;
  /** Of an element whose own style may have such a look, as `note`. */
  noteElement(element: Element): string | null;
  /** Looks at the elements that have them now; in words, or null. Lays out styles, where any has to be looked at. */
  obstacle(): string | null;
}

/** `scriptBlends`: whether an animation of a script blends something. */
export function shownLooks(scriptBlends: () => boolean): ShownLooks {
  let rules: LookingRule[] = [];
  const own = new Map<Element, Look>();
  const blending = blendingStyles();
  return {
    begin() {
      rules = [];
      blending.begin();
    },
    note(style) {
      if (style.kind === 'unreadable') return null;
      blending.note(style);
      for (const look of LOOKS.filter(({ text }) => text.test(style.text))) {
        if (style.kind === 'keyframes') {
          if ((look.value ?? look.text).test(style.text)) return `the animation "${style.name}" ${look.why}`;
          continue;
        }
        if (style.kind === 'attribute') {
          if (look.harmlessNow === undefined) return ofElement(style.element, look);
          own.set(style.element, look);
        } else if (matched(style) === null) return ofRule(style, look);
        else rules.push({ rule: style, look });
      }
      return null;
    },
    noteElement(element) {
      const style = inlineStyleOf(element);
      if (style === undefined) return null;
      blending.noteElement(element);
      const isUnusual = (look: Look): boolean => {
        const value = style.getPropertyValue(look.property);
        return value !== look.usual && !NOTHING_SET.has(value) && look.value?.test(value) !== false;
      };
      for (const look of LOOKS.filter(isUnusual)) {
        if (look.harmlessNow === undefined) return ofElement(element, look);
        own.set(element, look);
      }
      return null;
    },
    obstacle() {
      const shows = showsNow(() => scriptBlends() || blending.anyNow());
      for (const { rule, look } of rules) {
        if (matched(rule)?.some((element) => shows(element, look, rule.selector))) return ofRule(rule, look);
      }
      for (const [element, look] of own) {
        if (element.isConnected && shows(element, look, '')) return ofElement(element, look);
      }
      return null;
    },
  };
}

/** Elements that match, or that generate what matches; null where that cannot be told. */
function matched({ tree, selector }: Rule): Element[] | null {
  if (OUT_OF_REACH.test(selector)) return null;
  try {
    return meantElements(tree, selector);
  } catch {
    return null;
  }
}

/** Whether the element, or what it generates for a selector, has a look as things are now. */
function showsNow(blends: () => boolean): (element: Element, look: Look, selector: string) => boolean {
  const harmless = new Map(LOOKS.map((look) => [look, look.harmlessNow?.() ?? never]));
  return (element, look, selector) => {
    const has = (pseudo?: string): boolean =>
      nativeComputedStyle(element, pseudo).getPropertyValue(look.property) !== look.usual;
    if (generatedBy(selector).some(has)) return true;
    return has() && (!harmless.get(look)?.(element) || (look.unblended === true && blends()));
  };
}

const never = (): boolean => false;
const ofRule = ({ selector }: Rule, { why }: Look): string => `the rule "${selector.slice(0, 80)}" ${why}`;
const ofElement = (element: Element, { why }: Look): string => `${tagOf(element)} has a style that ${why}`;
