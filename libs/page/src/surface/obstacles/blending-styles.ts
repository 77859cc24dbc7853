/** Whether anything on a page blends with what is behind it (`mix-blend-mode`). */
import { nativeComputedStyle } from '../../natives/natives.js';
import type { StyleText } from '../readable/style-texts.js';
import { generatedBy, meantElements } from './generating-elements.js';

const BLENDS = /(?<![\w-])mix-blend-mode:(?!\s*(?:normal|initial|unset|revert|revert-layer)\s*(?:!|;|}|$))/i;

export interface BlendingStyles {
  /** Forgets all rules. */
  begin(): void;
  note(style: StyleText): void;
  /** Of an element whose own style may blend. */
  noteElement(element: Element): void;
  /** Whether any element is meant by what was noted, shown or not. */
  anyNow(): boolean;
}

export function blendingStyles(): BlendingStyles {
  let rules: (StyleText & { readonly kind: 'rule' })[] = [];
  let animated = false;
  const own = new Set<Element>();
  return {
    begin() {
      rules = [];
      animated = false;
    },
    note(style) {
      if (style.kind === 'unreadable' || !BLENDS.test(style.text)) return;
      if (style.kind === 'rule') rules.push(style);
      else if (style.kind === 'keyframes') animated = true;
      else own.add(style.element);
    },
    noteElement(element) {
      if (BLENDS.test(element.getAttribute('style') ?? '')) own.add(element);
    },
    anyNow: () =>
      animated || rules.some(meansAny) || [...own].some((element) => element.isConnected && isBlended(element)),
  };
}

/** What cannot be told of a selector counts as if there were such an element. */
function meansAny({ tree, selector }: StyleText & { readonly kind: 'rule' }): boolean {
  try {
    const generates = generatedBy(selector).length > 0;
    return meantElements(tree, selector).some((element) => generates || isBlended(element));
  } catch {
    return true;
  }
}

const isBlended = (element: Element): boolean => nativeComputedStyle(element).mixBlendMode !== 'normal';
