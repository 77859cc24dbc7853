/** Animations that SVG itself declares (SMIL: `animate`, `set`) under the frame clock, as CSS animations are (composition-format 7). */
import type { Trees } from '../../document/trees.js';
import { wrapMethod } from '../../natives/wrap-natives.js';
import type { AnimationTiming } from './css-animations.js';

const NAMESPACE = 'http://www.w3.org/2000/svg';
/** Names of their elements. */
export const DECLARED_ANIMATIONS = ['animate', 'animateMotion', 'animateTransform', 'set'];

export interface SvgAnimations {
  seek(seconds: number): void;
  /**
   * Sets those that scripts have put into the page or let run since it was seeked, which else run by the browser's clock until the next frame,
   * and those of which they began or ended an animation, which the browser looks at when their time is set.
   */
  scan(seconds: number): void;
}

/** A clock takes a time in single precision, where one that is less would be before what begins or ends at this very time. */
function notBefore(seconds: number): number {
  const near = Math.fround(seconds);
  return near < seconds ? Math.fround(near * (1 + 2 ** -23)) : near;
}

/**
 * `clockOf` is that of CSS animations; `turned` hears of each element whose animation a script begins or ends, which it does in the frame that
 * is shown. A graphic whose clock its author has stopped is the author's to drive. Call it before any script of the page.
 */
export function createSvgAnimations(
  clockOf: AnimationTiming['cssClock'],
  trees: Trees,
  turned: AnimationTiming['animationTurned'],
): SvgAnimations {
  /** Those of which a script began or ended an animation since they were placed. */
  const changed = new Set<SVGSVGElement>();
  for (const name of ['beginElement', 'beginElementAt', 'endElement', 'endElementAt']) {
    wrapMethod(SVGAnimationElement.prototype, name, (self) => {
      const animation = self as SVGAnimationElement;
      turned(animation.targetElement);
      if (animation.ownerSVGElement !== null) changed.add(animation.ownerSVGElement);
    });
  }
  // These lists follow the document; one that does not change is not searched again. Shadow trees have none such.
  const ofDocument = DECLARED_ANIMATIONS.map((name) => document.getElementsByTagNameNS(NAMESPACE, name));
  const driven = new WeakSet<SVGSVGElement>();
  const graphicsNow = (): ReadonlySet<SVGSVGElement> => {
    const graphics = new Set<SVGSVGElement>();
    for (const tree of trees.now()) {
      const declared = tree === document ? ofDocument : [tree.querySelectorAll(DECLARED_ANIMATIONS.join())];
      for (const elements of declared) {
        for (const element of elements) {
          // Browsers give each `svg` a clock, also one within another. HTML may name its elements the same.
          const graphic = (element as SVGElement).ownerSVGElement ?? null;
          if (graphic !== null) graphics.add(graphic);
        }
      }
    }
    return graphics;
  };
  const place = (graphic: SVGSVGElement, seconds: number): void => {
    if (!driven.has(graphic)) {
      if (graphic.animationsPaused()) return;
      graphic.pauseAnimations();
      driven.add(graphic);
    } else if (!graphic.animationsPaused()) {
      // A script has let it run, which it would by the browser's clock.
      graphic.pauseAnimations();
    }
    changed.delete(graphic);
    const { start, rate, offset } = clockOf(graphic);
    graphic.setCurrentTime(notBefore(Math.max(0, (seconds - start) * rate + offset)));
  };
  return {
    seek(seconds) {
      for (const graphic of graphicsNow()) place(graphic, seconds);
    },
    scan(seconds) {
      for (const graphic of graphicsNow()) {
        if (!driven.has(graphic) || changed.has(graphic) || !graphic.animationsPaused()) place(graphic, seconds);
      }
    },
  };
}
