/**
 * Events that the browser tells of in its own frames, whatever frame of the composition they show. A tap needs a few more of those, so
 * what a page does when it hears of them would come a frame earlier than without.
 */
import type { Trees } from '../document/trees.js';
import { wrapMethod, wrapSetter } from '../natives/wrap-natives.js';

const STANDARD = ['transition', 'animation'].flatMap((what) =>
  ['run', 'start', 'end', 'cancel', 'iteration'].map((when) => `${what}${when}`),
);
/** Names from before these events were a standard, by which a listener may still ask for them; `on…` takes them in small letters. */
const OLDER = ['webkitTransitionEnd', 'webkitAnimationStart', 'webkitAnimationIteration', 'webkitAnimationEnd'];
const FRAME_EVENTS = new Set([...STANDARD, ...OLDER]);

/** What has attributes and properties `on…` of all of these events. */
const OWNERS = ['HTMLElement', 'SVGElement', 'MathMLElement', 'Document', 'Window'] as const;
const HANDLERS = [...FRAME_EVENTS].map((type) => `on${type.toLowerCase()}`);
const IN_MARKUP = HANDLERS.map((name) => `[${name}]`).join(',');

export interface FrameEvents {
  /** One that the page listens to; null while it does to none. */
  heard(): string | null;
}

/** Before the scripts of the page. */
export function watchFrameEvents(trees: Pick<Trees, 'select'>): FrameEvents {
  let heard: string | null = null;
  wrapMethod(EventTarget.prototype, 'addEventListener', (_self, _result, [type]) => {
    if (FRAME_EVENTS.has(String(type))) heard ??= String(type);
  });
  for (const owner of OWNERS) {
    for (const name of HANDLERS) {
      // A handler of a window is a property of its own.
      const holder =
        owner === 'Window' ? window : (window[owner as never] as { prototype: object } | undefined)?.prototype;
      if (holder === undefined) continue;
      wrapSetter(holder, name, (_self, _result, [handler]) => {
        if (typeof handler === 'function') heard ??= name.slice(2);
      });
    }
  }
  const inMarkup = (): string | null => {
    const found = trees.select(document, IN_MARKUP)[0];
    return found === undefined ? null : (HANDLERS.find((name) => found.hasAttribute(name))?.slice(2) ?? null);
  };
  return { heard: () => heard ?? inMarkup() };
}
