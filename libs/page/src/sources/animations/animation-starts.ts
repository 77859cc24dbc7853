/** What may have started, stopped or changed an animation since somebody last looked. */

import type { StyleChanges } from '../../document/style-changes.js';
import { sheetsIn, type Trees } from '../../document/trees.js';
import { NativeMutationObserver, ruleStyle } from '../../natives/natives.js';
import { wrapMethod, wrapSetter } from '../../natives/wrap-natives.js';

/** Tells whether anything has happened since the last scan that may have started an animation. */
export function watchForStarts(
  trees: Trees,
  styles: StyleChanges,
): {
  dirty(): boolean;
  /** Whether a style may stop animations, or has. */
  stops(): boolean;
  mark(): void;
} {
  let dirty = true;
  let rulesWithTransitions: boolean | null = null;
  let stopping = false;
  let rulesThatStop: boolean | null = null;
  const observer = new NativeMutationObserver(consume);
  function consume(records: readonly MutationRecord[]): void {
    if (dirty) return;
    for (const record of records) {
      if (record.type === 'attributes' && record.attributeName === 'style') {
        const style = (record.target as HTMLElement).style as CSSStyleDeclaration | undefined;
        // A tween writes transform or opacity here on every frame; only these can start or stop an animation.
        if (style === undefined) continue;
        if (style.animationPlayState.includes('paused')) stopping = true;
        const starts = style.animationName !== '' || style.transitionProperty !== '' || style.transitionDuration !== '';
        const displayed = style.display !== '' || (record.oldValue?.includes('display') ?? false);
        const stopped = (record.oldValue?.includes('animation') ?? false) || style.animationPlayState !== '';
        if (!starts && !displayed && !stopped) continue;
      }
      mark();
      return;
    }
  }
  function mark(): void {
    dirty = true;
    rulesWithTransitions = null;
    rulesThatStop = null;
  }
  trees.each((tree) => {
    observer.observe(tree, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
      attributeOldValue: true,
    });
    mark();
  });
  wrapMethod(Element.prototype, 'animate', mark);
  for (const name of ['play', 'reverse']) wrapMethod(Animation.prototype, name, mark);
  for (const name of ['startTime', 'currentTime']) wrapSetter(Animation.prototype, name, mark);
  let seenStyles = styles.count();
  return {
    dirty() {
      trees.update();
      consume(observer.takeRecords());
      const count = styles.count();
      if (count !== seenStyles) mark();
      seenStyles = count;
      if (dirty) return true;
      // Any style change may start a transition when a rule declares one.
      rulesWithTransitions ??= hasRules(
        trees,
        ({ transition, transitionDuration }) => transitionDuration !== '' || transition !== '',
      );
      return rulesWithTransitions;
    },
    stops() {
      rulesThatStop ??= hasRules(trees, ({ animationPlayState }) => animationPlayState.includes('paused'));
      stopping ||= rulesThatStop || document.querySelector('[style*="paused"]') !== null;
      return stopping;
    },
    mark: () => {
      consume(observer.takeRecords());
      dirty = false;
    },
  };
}

/** Whether a rule is such; an unreadable sheet may hold one. */
function hasRules(trees: Trees, isSuch: (style: CSSStyleDeclaration) => boolean): boolean {
  const holds = (rules: CSSRuleList): boolean =>
    [...rules].some((rule) => {
      const style = ruleStyle(rule);
      if (style !== undefined && isSuch(style)) return true;
      if (rule instanceof CSSImportRule) return rule.styleSheet !== null && sheetHolds(rule.styleSheet);
      const nested = (rule as { cssRules?: CSSRuleList }).cssRules;
      return nested !== undefined && nested.length > 0 && holds(nested);
    });
  const sheetHolds = (sheet: CSSStyleSheet): boolean => {
    try {
      return holds(sheet.cssRules);
    } catch {
      // A sheet of another origin does not show its rules, so it counts as holding some.
      return true;
    }
  };
  return [...trees.now()].some((tree) => sheetsIn(tree).some(sheetHolds));
}
