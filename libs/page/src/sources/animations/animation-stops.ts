/** Whether a style may stop animations, so that what the styles say has to be followed. */

import type { StyleChanges } from '../../document/style-changes.js';
import { sheetsIn, type Trees } from '../../document/trees.js';
import { NativeMutationObserver, ruleStyle } from '../../natives/natives.js';
import { inlineStyleOf } from '../../natives/own-properties.js';

/** Tells from here on whether a style may stop animations, or has. */
export function watchForStops(trees: Trees, styles: StyleChanges): () => boolean {
  let stopping = false;
  /** What the rules said when somebody last looked; null when they may have changed since. */
  let rulesThatStop: boolean | null = null;
  const observer = new NativeMutationObserver(consume);
  function consume(records: readonly MutationRecord[]): void {
    for (const { type, attributeName, target } of records) {
      if (type !== 'attributes' || attributeName !== 'style') rulesThatStop = null;
      // A tween writes here on every frame, which changes no rule.
      else stopping ||= inlineStyleOf(target as Element)?.animationPlayState.includes('paused') === true;
    }
  }
  trees.each((tree) => {
    observer.observe(tree, { subtree: true, childList: true, attributes: true, characterData: true });
    rulesThatStop = null;
  });
  let seenStyles = styles.count();
  return () => {
    trees.update();
    consume(observer.takeRecords());
    const count = styles.count();
    if (count !== seenStyles) rulesThatStop = null;
    seenStyles = count;
    rulesThatStop ??= haveStoppingRules(trees);
    stopping ||= rulesThatStop || document.querySelector('[style*="paused"]') !== null;
    return stopping;
  };
}

/** Whether a rule stops animations; an unreadable sheet may hold one. */
function haveStoppingRules(trees: Trees): boolean {
  const holds = (rules: CSSRuleList): boolean =>
    [...rules].some((rule) => {
      if (ruleStyle(rule)?.animationPlayState.includes('paused') === true) return true;
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
