/**
 * View transitions, which need frames of the browser's own until their pictures are taken and are shown over the page by its clock:
 * the page changes at once instead, and it is told (composition-format 7.2).
 */
import { NativePromise } from '../../natives/natives.js';
import { replaceMethod } from '../../natives/wrap-natives.js';
import type { WarningLog } from '../../report/warnings.js';

/** Call it before any script of the page. */
export function skipViewTransitions(log: WarningLog): void {
  const skip = (_self: unknown, _native: unknown, [given]: readonly unknown[]): unknown => {
    log.warn(
      'unsupported_feature',
      'A view transition is not shown: the page changes at once. Animate the change by CSS, a Web Animation or a timeline',
      { feature: 'view transition' },
    );
    const update = typeof given === 'function' ? given : (given as { update?: unknown } | null | undefined)?.update;
    const updated = new NativePromise<void>((resolve, reject) => {
      const changing: unknown = typeof update === 'function' ? update() : undefined;
      NativePromise.resolve(changing).then(() => resolve(), reject);
    });
    return {
      updateCallbackDone: updated,
      ready: updated,
      finished: updated,
      skipTransition: () => {},
      types: new Set((given as { types?: Iterable<string> } | null | undefined)?.types ?? []),
    };
  };
  for (const owner of [Document.prototype, Element.prototype]) replaceMethod(owner, 'startViewTransition', skip);
}
