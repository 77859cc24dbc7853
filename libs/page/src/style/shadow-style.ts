/** Rules of framefarm itself for shadow trees, into which those of the document do not reach. */
import type { Trees } from '../document/trees.js';
import { HIDDEN_ATTRIBUTE } from '../frame/visibility.js';
import { adoptedSheets, NativeStyleSheet } from '../natives/natives.js';
import { wrapSetter } from '../natives/wrap-natives.js';
import { hiddenRules, STILL_RULES, STRONG } from './page-style.js';

/** Call it before any script of the page. */
export function installShadowStyle(trees: Trees): void {
  const sheet = new NativeStyleSheet();
  // What is around the tree, timed and outside its window, hides all that the tree holds.
  const around = `:host-context([${HIDDEN_ATTRIBUTE}]${STRONG})`;
  sheet.replaceSync([...hiddenRules(around), ...STILL_RULES].join('\n'));
  const adopt = (tree: unknown): void => {
    // None in a tree that a script makes in another document.
    if (!(tree instanceof ShadowRoot) || tree.ownerDocument !== document) return;
    const sheets = adoptedSheets(tree);
    if (!sheets.includes(sheet)) sheets.push(sheet);
  };
  trees.each(adopt);
  // A script that sets its own sheets puts them in the place of all.
  wrapSetter(ShadowRoot.prototype, 'adoptedStyleSheets', adopt);
}
