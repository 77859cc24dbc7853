/**
 * CSS transitions, and animations of scripts, that begin or turn while frames are shown: a page that did not show the frames before knows
 * nothing of it, or takes another frame for the one in which it was.
 */
import { nameOf } from '../../page.js';
import type { WarningLog } from '../../report/warnings.js';

export interface StartTeller {
  transition(property: string, element: Element | null): void;
  animation(element: Element | null): void;
}

/** Tells of the first that does. */
export function tellStarts(log: WarningLog): StartTeller {
  let isTold = false;
  const tell = (what: (name: string) => string, element: Element | null, property?: string): void => {
    if (isTold) return;
    isTold = true;
    const name = element === null ? 'an element' : nameOf(element);
    log.warn(
      'transition_parallel',
      `${what(name)} while frames were shown: pages that capture later frames only do not know when. Use keyframes or a timeline, or one lane (--workers 1)`,
      { element: name, ...(property === undefined ? {} : { property }) },
    );
  };
  return {
    transition: (property, element) =>
      tell((name) => `A transition of "${property}" on ${name} began`, element, property),
    animation: (element) => tell((name) => `An animation on ${name} was begun, stopped or turned`, element),
  };
}
