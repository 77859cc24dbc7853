/**
 * Generated content with a layer of its own (`will-change`, a 3D transform, an animation of opacity, filter or transform) does not
 * outlive the move of a page: drawn afterwards, it ends the browser's process, or the whole page comes out empty (headless shell
 * 153). So there is none while the page is moved. What comes back is made anew, and its CSS animations stand where the frame has
 * them; transitions and animations of scripts on it end, which the proof of a surface sees.
 */

import type { Trees } from '../../document/trees.js';
import { adoptedSheets, NativeStyleSheet } from '../../natives/natives.js';
import { STRONG } from '../../style/page-style.js';

const GENERATED = ['before', 'after'].map((name) => `${STRONG}::${name}`).join();

/** Runs `move` while nothing in the page has generated content. */
export function withoutGeneratedContent(trees: Trees, move: () => void): void {
  const sheet = new NativeStyleSheet();
  sheet.replaceSync(`${GENERATED} { content: none !important; display: none !important; }`);
  const without = [...trees.now()];
  for (const tree of without) adoptedSheets(tree).push(sheet);
  // What is moved is as it was last laid out.
  document.body.getBoundingClientRect();
  move();
  for (const tree of without) {
    const sheets = adoptedSheets(tree);
    sheets.splice(sheets.indexOf(sheet), 1);
  }
}
