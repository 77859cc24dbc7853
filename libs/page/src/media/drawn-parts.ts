/**
 * Parts of other SVG files that clip, paint or mark what a page may come to show: `clip-path`, `fill`, `stroke`, `marker-*`
 * (composition-format 7.6). A browser asks for them in another manner than for those of `use` and filters, and only for elements that are
 * rendered: one that shows nothing holds each file from the time at which it is first heard of.
 */
import { NativePromise, nativeTurn } from '../natives/natives.js';
import type { FileParts } from './file-parts.js';
import type { RenderedShelf } from './rendered-shelf.js';

/** Turns of the page in which a file that has come is parsed and given to those that asked for it. */
const TURNS_TO_PARSE = 6;

/** Call it before anything can have asked for such a file. */
export function holdDrawnParts(shelf: RenderedShelf): FileParts {
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

  return {
    // A browser that has the file already, or may not have it, tells of no end.
    hold(url, beside) {
      const came = new NativePromise<void>((resolve) => {
        waiting.set(url, [...(waiting.get(url) ?? []), resolve]);
      });
      // No part is named, and so nothing is clipped.
      shelf.put('clip-path', `url("${url}#")`);
      return NativePromise.race([came, untoldEnd(beside)]);
    },
  };
}

/** When the file has come, whatever is told of it: something of as little weight that was asked for with it has. */
async function untoldEnd(beside: Promise<unknown>): Promise<void> {
  await beside;
  for (let turn = 0; turn < TURNS_TO_PARSE; turn += 1) await nativeTurn();
}
