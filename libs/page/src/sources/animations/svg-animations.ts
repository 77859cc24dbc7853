/** Animations that SVG itself declares (SMIL: `animate`, `set`) under the frame clock, as CSS animations are (composition-format 7). */
import type { Trees } from '../../document/trees.js';
import { replaceMethod } from '../../natives/wrap-natives.js';
import type { AnimationTiming } from './css-animations.js';

const NAMESPACE = 'http://www.w3.org/2000/svg';
/** Names of their elements. */
export const DECLARED_ANIMATIONS = ['animate', 'animateMotion', 'animateTransform', 'set'];

export interface SvgAnimations {
  /** Stops those there are at their beginning, while the page gets ready: left alone they would run by the machine's clock until the first frame. */
  hold(): void;
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
 * is shown; `now`: its time, ms, 0 before the first. A graphic whose clock its author has stopped is the author's to drive. Call it before any script of the page.
 */
export function createSvgAnimations(
  clockOf: AnimationTiming['cssClock'],
  trees: Trees,
  turned: AnimationTiming['animationTurned'],
  now: AnimationTiming['now'],
): SvgAnimations {
  const driven = new WeakSet<SVGSVGElement>();
  /** Those of which a script began or ended an animation since they were placed. */
  const changed = new Set<SVGSVGElement>();
  for (const name of ['beginElement', 'beginElementAt', 'endElement', 'endElementAt']) {
    replaceMethod<SVGAnimationElement>(SVGAnimationElement.prototype, name, (animation, native) => {
      const graphic = animation.ownerSVGElement;
      // What begins, begins at the time that the graphic has.
      if (graphic !== null && !driven.has(graphic)) {
        if (now() > 0) place(graphic, now() / 1000);
        else hold(graphic);
      }
      native();
      turned(animation.targetElement);
      if (graphic !== null) changed.add(graphic);
    });
  }
  // These lists follow the document; one that does not change is not searched again. Shadow trees have none such.
  const ofDocument = DECLARED_ANIMATIONS.map((name) => document.getElementsByTagNameNS(NAMESPACE, name));
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
  const hold = (graphic: SVGSVGElement): void => {
    if (driven.has(graphic) || graphic.animationsPaused()) return;
    graphic.pauseAnimations();
    graphic.setCurrentTime(0);
    driven.add(graphic);
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
    hold() {
      for (const graphic of graphicsNow()) hold(graphic);
    },
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
