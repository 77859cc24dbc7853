/** CSS transitions that begin while frames are shown: a page that did not show the frames before knows no earlier beginning. */
import { nameOf } from '../../page.js';
import type { WarningLog } from '../../report/warnings.js';

/** Tells of the first that begins. */
export function tellTransitionStarts(log: WarningLog): (property: string, element: Element | null) => void {
  let isTold = false;
  return (property, element) => {
    if (isTold) return;
    isTold = true;
    const name = element === null ? 'an element' : nameOf(element);
    log.warn(
      'transition_parallel',
      `A transition of "${property}" on ${name} began while frames were shown: pages that capture later frames only do not know when. Use keyframes or a timeline, or one lane (--workers 1)`,
      { element: name, property },
    );
  };
}
