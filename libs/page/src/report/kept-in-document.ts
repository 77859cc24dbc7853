/** What of one document may keep something from frame to frame: of the composition's own, or of one in an iframe. */
import { type HeardEvents, watchEvents } from '../document/heard-events.js';
import type { Trees } from '../document/trees.js';
import { wrapConstructor } from '../natives/wrap-natives.js';
import { styleTexts } from '../surface/readable/style-texts.js';

export const SEEK = 'hf-seek';
const MEDIA = ['timeupdate', 'play', 'playing', 'pause', 'ended', 'seeking', 'seeked', 'ratechange', 'cuechange'];
/** Events that frames bring about, beside those of transitions and animations. */
const EVENTS = [SEEK, ...MEDIA, 'scroll', 'scrollend', 'resize', 'message', 'beginEvent', 'endEvent', 'repeatEvent'];
const OBSERVERS = ['MutationObserver', 'ResizeObserver', 'IntersectionObserver'];

/** One that takes time; one without is printed as what it is for. */
const TRANSITION = /(?<![\w-])transition(?:-duration)?:[^;}]*(?:[1-9][\d.]*m?s|\.\d+m?s|var\()/i;

export interface KeptInDocument {
  /** An event that frames bring about and the document listens to; null where there is none. */
  heard(): string | null;
  /** Whether scripts have made an observer. */
  observes(): boolean;
  hasTransitions(): boolean;
}

/** Before the scripts of the document. @param frameEvents those of its transitions and animations */
export function watchKeptInDocument(trees: Trees, frameEvents: HeardEvents): KeptInDocument {
  const events = watchEvents(EVENTS, trees);
  let observes = false;
  for (const name of OBSERVERS) {
    wrapConstructor(name, () => {
      observes = true;
    });
  }
  return {
    heard: () => events.heard() ?? frameEvents.heard(),
    observes: () => observes,
    hasTransitions() {
      for (const style of styleTexts(trees)) {
        if ((style.kind === 'rule' || style.kind === 'attribute') && TRANSITION.test(style.text)) return true;
      }
      return false;
    },
  };
}
