/**
 * Parts of other SVG files that clip, paint or mark what a page may come to show: `clip-path`, `fill`, `stroke`, `marker-*`
 * (composition-format 7.6). A browser asks for them in another manner than for those of `use` and filters, and only for elements that are
 * rendered: one that shows nothing holds each file from the time at which it is first heard of.
 */
import { ownElement } from '../document/own-elements.js';
import { NativePromise, nativeAttachShadow, nativeComputedStyle, nativeTurn } from '../natives/natives.js';
import type { FileParts } from './file-parts.js';

/** A name of custom elements: others may have no shadow tree. In `head` nothing is rendered, and so it stands beside body. */
export const PARTS_HOLDER = 'ff-drawn-parts';
const LOOK = {
  all: 'initial',
  position: 'fixed',
  width: '0',
  height: '0',
  overflow: 'hidden',
  visibility: 'hidden',
  contain: 'strict',
  'pointer-events': 'none',
};
/** Turns of the page in which a file that has come is parsed and given to those that asked for it. */
const TURNS_TO_PARSE = 6;

/** Call it before anything can have asked for such a file. */
export function holdDrawnParts(): FileParts {
  let shelf: ShadowRoot | null = null;
  /** By address: those who wait for the file. */
  const waiting = new Map<string, (() => void)[]>();
  new PerformanceObserver((list) => {
    for (const { name, initiatorType } of list.getEntries() as PerformanceResourceTiming[]) {
      if (initiatorType !== 'css') continue;
      const url = name.replace(/#.*/s, '');
      for (const came of waiting.get(url) ?? []) came();
      waiting.delete(url);
    }
  }).observe({ type: 'resource' });

  /** A tree of its own, which no selector of the page's reaches into. */
  const openShelf = (): ShadowRoot => {
    const holder = ownElement(PARTS_HOLDER);
    for (const [name, value] of Object.entries(LOOK)) holder.style.setProperty(name, value, 'important');
    document.documentElement.append(holder);
    return nativeAttachShadow(holder, { mode: 'closed' });
  };

  const askFor = (url: string): void => {
    shelf ??= openShelf();
    const clipped = ownElement('i');
    // No part is named, and so nothing is clipped.
    clipped.style.setProperty('clip-path', `url("${url}#")`);
    shelf.append(clipped);
    // A browser asks when it has computed the style.
    void nativeComputedStyle(clipped).clipPath;
  };

  return {
    // A browser that has the file already, or may not have it, tells of no end.
    hold(url, beside) {
      const came = new NativePromise<void>((resolve) => {
        waiting.set(url, [...(waiting.get(url) ?? []), resolve]);
      });
      askFor(url);
      return NativePromise.race([came, untoldEnd(beside)]);
    },
  };
}

/** When the file has come, whatever is told of it: something of as little weight that was asked for with it has. */
async function untoldEnd(beside: Promise<unknown>): Promise<void> {
  await beside;
  for (let turn = 0; turn < TURNS_TO_PARSE; turn += 1) await nativeTurn();
}
