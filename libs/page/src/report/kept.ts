/**
 * What of a page may keep something from frame to frame: code of scripts that is called while frames are shown, and transitions. It is asked
 * before frames are shown, and says what may be, not what is: code that draws by the time alone keeps nothing
 * (docs/decisions/where-chunks-meet.md).
 */
import type { Keeps } from '@framefarm/contract';
import { type HeardEvents, watchEvents } from '../document/heard-events.js';
import type { Trees } from '../document/trees.js';
import type { Sources } from '../frame/engine.js';
import { wrapConstructor } from '../natives/wrap-natives.js';
import type { Page } from '../page.js';
import { callsScripts } from '../sources/gsap/callbacks.js';
import { gsapCopies } from '../sources/gsap/watch-gsap.js';
import { areRenderFunctions } from '../sources/render-functions.js';
import { styleTexts } from '../surface/readable/style-texts.js';

const SEEK = 'hf-seek';
const MEDIA = ['timeupdate', 'play', 'playing', 'pause', 'ended', 'seeking', 'seeked', 'ratechange', 'cuechange'];
/** Events that frames bring about, beside those of transitions and animations. */
const EVENTS = [SEEK, ...MEDIA, 'scroll', 'scrollend', 'resize', 'message', 'beginEvent', 'endEvent', 'repeatEvent'];
const OBSERVERS = ['MutationObserver', 'ResizeObserver', 'IntersectionObserver'];

/** One that takes time; one without is printed as what it is for. */
const TRANSITION = /(?<![\w-])transition(?:-duration)?:[^;}]*(?:[1-9][\d.]*m?s|\.\d+m?s|var\()/i;

export interface Kept {
  /** The first thing that was found; null where there is none. */
  find(page: Page, sources: Sources): Keeps | null;
}

/** Before the scripts of the page. */
export function watchKept(trees: Trees, frameEvents: HeardEvents): Kept {
  const events = watchEvents(EVENTS, trees);
  let observes = false;
  for (const name of OBSERVERS) {
    wrapConstructor(name, () => {
      observes = true;
    });
  }
  return {
    find({ clock }, { registry, gsap, libraries }) {
      const heard = events.heard();
      if (heard === SEEK) return 'seek-listeners';
      if (areRenderFunctions()) return 'render-functions';
      const roots = gsapCopies().map((copy) => (copy as { globalTimeline?: object } | undefined)?.globalTimeline);
      const timelines = [...[...registry.bound.values()].flat(), ...roots];
      if (gsap.isListenedTo() || libraries.callScripts() || timelines.some(callsScripts)) return 'callbacks';
      const documents = [{ frames: clock.frames, frameEvents }, ...clock.followers];
      if (documents.some(({ frames }) => frames.areAsked())) return 'frame-callbacks';
      if (heard !== null || documents.some((inner) => inner.frameEvents.heard() !== null)) return 'events';
      if (observes) return 'observers';
      return hasTransitions(trees) ? 'transitions' : null;
    },
  };
}

function hasTransitions(trees: Trees): boolean {
  for (const style of styleTexts(trees)) {
    if ((style.kind === 'rule' || style.kind === 'attribute') && TRANSITION.test(style.text)) return true;
  }
  return false;
}
