/** Looks at what a script has brought before the next one can use it. */
import { NativeMutationObserver } from '../../natives/natives.js';

/**
 * Calls `look` after each script: a property that hears when it is set would be there where no script brought the library, and a page that lacks
 * it would fail with other words than `gsap is not defined`, by which its author looks for the cause.
 */
export function afterEachScript(look: () => void): void {
  // Of a script with an address, as soon as it has run.
  document.addEventListener('load', look, true);
  // Of one in the document, before what follows it runs: the parser tells of the next script before it starts it.
  const inserted = new NativeMutationObserver(look);
  inserted.observe(document, { childList: true, subtree: true });
  document.addEventListener('DOMContentLoaded', () => {
    look();
    inserted.disconnect();
  });
}
