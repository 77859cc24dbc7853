/** Shows and hides timed elements by frame (reference: composition-format 3). */

import { coversFrame, type FrameWindow, frameWindow } from '@framefarm/composition/timing';
import type { Fps } from '@framefarm/contract';
import { elementAround } from '../document/around.js';
import type { CompositionTree } from '../document/composition-tree.js';
import { nativeComputedStyle } from '../natives/natives.js';
import { inlineStyleOf } from '../natives/own-properties.js';
import { keepFiltersBack } from './hidden-filters.js';

/** Marks a timed element that is outside its window; a style rule keeps its descendants from being painted. */
export const HIDDEN_ATTRIBUTE = 'data-ff-hidden';

/** Marks an element whose own style says that it is visible and that this is important, which no rule outranks. */
export const INSISTENT_ATTRIBUTE = 'data-ff-insistent';

interface Entry {
  readonly element: HTMLElement | SVGElement;
  readonly style: CSSStyleDeclaration;
  readonly window: FrameWindow;
  /** Index of the nearest timed ancestor, or -1. */
  readonly parent: number;
  /** A leaf in normal flow, which must take no space while it is hidden. */
  readonly collapses: boolean;
  /** Null until it was applied once. */
  visible: boolean | null;
}

export interface Visibility {
  apply(frame: number): void;
  /** Whether a timed element is on screen in the frame applied last. */
  isVisible(element: Element): boolean;
}

const IN_FLOW = new Set(['static', 'relative', 'sticky']);

/** The author's `display` of those that are hidden now: windows may be prepared again in a frame in which they are. */
const displays = new WeakMap<Element, string>();

/** Prepares the windows of a tree; reads layout once, so call it outside of seeks. */
export function createVisibility(tree: CompositionTree, fps: Fps): Visibility {
  const entries: Entry[] = [];
  const indexes = new Map<Element, number>();
  for (const element of tree.elements) {
    if (element instanceof HTMLAudioElement) continue;
    if (!(element instanceof HTMLElement || element instanceof SVGElement)) continue;
    const window = tree.timing.windows.get(tree.keys.get(element) ?? -1);
    if (window === undefined) continue;
    let parent = -1;
    for (let at = elementAround(element); at !== null && at !== tree.root; at = elementAround(at)) {
      const index = indexes.get(at);
      if (index !== undefined) {
        parent = index;
        break;
      }
    }
    const leaf = element instanceof HTMLElement && element.childElementCount === 0;
    const computed = leaf ? nativeComputedStyle(element) : null;
    indexes.set(element, entries.length);
    entries.push({
      element,
      style: inlineStyleOf(element),
      window: frameWindow(window, fps),
      parent,
      collapses: computed !== null && IN_FLOW.has(computed.position) && computed.float === 'none',
      visible: null,
    });
  }

  // Found once: a rule that looks at the style attribute would cost each frame in which a tween writes to one.
  for (const element of tree.root.querySelectorAll('[style*="visibility" i][style*="important" i]'))
    element.toggleAttribute(INSISTENT_ATTRIBUTE, true);
  for (const element of tree.root.querySelectorAll<HTMLElement>(
    '[data-hidden][style*="display" i][style*="important" i]',
  ))
    inlineStyleOf(element).setProperty('display', 'none', 'important');

  return {
    apply(frame) {
      let changed = false;
      const hidden: Element[] = [];
      for (const entry of entries) {
        const inherited = entry.parent < 0 || entries[entry.parent]?.visible !== false;
        const visible = inherited && coversFrame(entry.window, frame);
        const { element, style } = entry;
        const wanted = visible ? 'visible' : 'hidden';
        // Tweens such as autoAlpha write visibility too, so it is compared on every frame.
        if (style.visibility !== wanted) style.visibility = wanted;
        if (entry.visible === visible) continue;
        entry.visible = visible;
        changed = true;
        if (!visible) hidden.push(element);
        element.toggleAttribute(HIDDEN_ATTRIBUTE, !visible);
        if (!entry.collapses) continue;
        if (visible) {
          const display = displays.get(element);
          if (display !== undefined) style.display = display;
          displays.delete(element);
        } else {
          if (style.display !== 'none' || !displays.has(element)) displays.set(element, style.display);
          style.display = 'none';
        }
      }
      if (changed) keepFiltersBack(hidden, `[${HIDDEN_ATTRIBUTE}]`);
    },
    isVisible(element) {
      const index = indexes.get(element);
      return index === undefined || entries[index]?.visible === true;
    },
  };
}
