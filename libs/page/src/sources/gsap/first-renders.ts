/**
 * What a tween of GSAP draws at random, `x: "random(0, 100)"` or a function that asks `Math.random`, it draws when it is rendered first: in
 * the frame in which it begins, or in the one that a lane jumped to. So each has random numbers of its own then, which no frame changes.
 */
import type { VirtualClock } from '../../clock/virtual-clock.js';

interface Tween {
  readonly _initted?: unknown;
  /** Holds the tweens of single targets, where they are staggered or have keyframes. */
  readonly timeline?: Children;
}
interface Children {
  getChildren?: (nested?: boolean, tweens?: boolean, timelines?: boolean) => object[];
}
interface GsapCore {
  readonly core?: { readonly Tween?: { readonly prototype: { render?: (...args: unknown[]) => unknown } } };
}

const numbers = new WeakMap<object, number>();
let last = 0;

/** Numbers the tweens of a timeline, in the order in which they stand in it: by all lanes alike, as they seek timelines in one order. */
export function numberTweens(timeline: Children): void {
  for (const tween of timeline.getChildren?.(true, true, false) ?? []) {
    if (numbers.has(tween)) continue;
    numbers.set(tween, ++last);
    const { timeline: inner } = tween as Tween;
    if (inner !== undefined) numberTweens(inner);
  }
}

/** Of a copy of GSAP, once. */
export function separateFirstRenders(gsap: unknown, { drawing }: Pick<VirtualClock, 'drawing'>): void {
  const prototype = (gsap as GsapCore | null | undefined)?.core?.Tween?.prototype;
  const render = prototype?.render;
  if (prototype === undefined || render === undefined || numbers.has(prototype)) return;
  numbers.set(prototype, 0);
  prototype.render = function (this: Tween, ...args) {
    const number = this._initted ? undefined : numbers.get(this);
    return number === undefined ? render.apply(this, args) : drawing(number, () => render.apply(this, args));
  };
}
