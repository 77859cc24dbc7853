/**
 * Media of documents in iframes. Neither are their pictures placed nor is their sound mixed, as those of the composition's own document are,
 * and what the browser plays goes by its own clock. So they do not play, which is told (composition-format G1, G2).
 */

import type { Trees } from '../document/trees.js';
import { NativeMutationObserver, NativePromise } from '../natives/natives.js';
import { replaceMethod } from '../natives/wrap-natives.js';
import { nameOf } from '../page.js';
import type { WarningLog } from '../report/warnings.js';

export interface InnerMedia {
  /** Looks at what this frame shows. */
  seek(): void;
}

/** Call it before any script of the document. */
export function silenceInnerMedia(log: WarningLog, trees: Trees): InnerMedia {
  const told = new WeakSet<Element>();
  const tell = (element: Element): void => {
    if (told.has(element)) return;
    told.add(element);
    const name = nameOf(element);
    log.warn(
      'unsupported_feature',
      `"${name}" is in an <iframe>, where media do not play: put it into the composition's own document`,
      { feature: 'media in an iframe', source: name },
    );
  };
  replaceMethod<HTMLMediaElement>(HTMLMediaElement.prototype, 'play', (element) => {
    tell(element);
    return NativePromise.resolve();
  });
  trees.each((tree) => {
    const silence = (): void => {
      for (const element of tree.querySelectorAll('video[autoplay], audio[autoplay]')) {
        tell(element);
        element.removeAttribute('autoplay');
      }
    };
    new NativeMutationObserver(silence).observe(tree, {
      subtree: true,
      childList: true,
      attributeFilter: ['autoplay'],
    });
    silence();
  });
  // Follows the document, so that one without any costs nothing.
  const videos = document.getElementsByTagName('video');
  return {
    seek() {
      for (const tree of trees.now()) {
        for (const video of tree === document ? videos : tree.querySelectorAll('video')) {
          if (video.getClientRects().length > 0) tell(video);
        }
      }
    },
  };
}
