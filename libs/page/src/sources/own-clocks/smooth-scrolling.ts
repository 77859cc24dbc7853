/**
 * Scrolling that is asked to be smooth goes by the browser's own clock, which differs from render to render: it goes at once instead, and where a
 * script asks for it that is told (composition-format 7.2). What a sheet asks for by `scroll-behavior` is taken back by the page's own rules.
 */

import { replaceMethod } from '../../natives/wrap-natives.js';
import type { WarningLog } from '../../report/warnings.js';

/** Call it before any script of the page. */
export function scrollAtOnce(log: WarningLog): void {
  const atOnce = (_self: unknown, native: (...args: unknown[]) => unknown, args: readonly unknown[]): unknown => {
    const options = args[0] as { readonly behavior?: unknown } | null | undefined;
    if (typeof options !== 'object' || options?.behavior !== 'smooth') return native();
    log.warn(
      'unsupported_feature',
      'Smooth scrolling is not shown: it goes at once. Set scrollTop or scrollLeft by a timeline or in each frame',
      { feature: 'smooth scrolling' },
    );
    return native({ ...options, behavior: 'instant' });
  };
  for (const owner of [window, Element.prototype]) {
    for (const name of ['scroll', 'scrollTo', 'scrollBy', 'scrollIntoView']) replaceMethod(owner, name, atOnce);
  }
}
