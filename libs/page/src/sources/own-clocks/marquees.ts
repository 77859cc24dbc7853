/**
 * A `marquee` moves by the browser's own clock, and nothing in a page can set it to a time: so it never begins, and its content stands where its
 * author wrote it. That it does is told where it shows (`own-clocks.ts`; composition-format G1, G2).
 */

import type { Trees } from '../../document/trees.js';
import { NativeMutationObserver } from '../../natives/natives.js';
import { replaceMethod } from '../../natives/wrap-natives.js';

/** Call it before any script of the page. */
export function stopMarquees(trees: Trees): void {
  const Marquee = (globalThis as { readonly HTMLMarqueeElement?: new () => { stop(): void } }).HTMLMarqueeElement;
  if (Marquee === undefined) return;
  const { stop } = Marquee.prototype;
  replaceMethod(Marquee.prototype, 'start', () => undefined);
  // Each begins with the first frame after it came into the page, also when it is moved there; what is observed is told before that.
  trees.each((tree) => {
    const within = tree instanceof ShadowRoot ? () => tree.querySelectorAll('marquee') : listOf(tree);
    const stopAll = (): void => {
      for (const marquee of within()) if (marquee instanceof Marquee) stop.call(marquee);
    };
    new NativeMutationObserver(stopAll).observe(tree, { subtree: true, childList: true });
    stopAll();
  });
}

/** Follows the document, so that a page without any costs nothing. */
function listOf(tree: Document): () => HTMLCollectionOf<Element> {
  const marquees = tree.getElementsByTagName('marquee');
  return () => marquees;
}
