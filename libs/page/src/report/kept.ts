/**
 * What of a page may keep something from frame to frame: code of scripts that is called while frames are shown, and transitions. It is asked
 * before frames are shown, and says what may be, not what is: code that draws by the time alone keeps nothing
 * (docs/decisions/where-chunks-meet.md).
 */
import type { Keeps } from '@framefarm/contract';
import type { Sources } from '../frame/engine.js';
import type { Page } from '../page.js';
import { callsScripts } from '../sources/gsap/callbacks.js';
import { gsapCopies } from '../sources/gsap/watch-gsap.js';
import { areRenderFunctions } from '../sources/render-functions.js';
import { type KeptInDocument, SEEK } from './kept-in-document.js';

/** The first thing that was found; null where there is none. @param kept of the composition's own document */
export function findKept(kept: KeptInDocument, { clock }: Page, { registry, gsap, libraries }: Sources): Keeps | null {
  if (kept.heard() === SEEK) return 'seek-listeners';
  if (areRenderFunctions()) return 'render-functions';
  const roots = gsapCopies().map((copy) => (copy as { globalTimeline?: object } | undefined)?.globalTimeline);
  const timelines = [...[...registry.bound.values()].flat(), ...roots];
  if (gsap.isListenedTo() || libraries.callScripts() || timelines.some(callsScripts)) return 'callbacks';
  const documents = [{ frames: clock.frames, kept }, ...clock.followers];
  if (documents.some(({ frames }) => frames.areAsked())) return 'frame-callbacks';
  if (documents.some((one) => one.kept.heard() !== null)) return 'events';
  if (documents.some((one) => one.kept.observes())) return 'observers';
  return documents.some((one) => one.kept.hasTransitions()) ? 'transitions' : null;
}
