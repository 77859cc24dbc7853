/** Functions of the page that draw a frame from its time, and no library around them: `__hfRender`, as in HyperFrames. */

import { awaitPage } from './page-waits.js';

/** Called with seconds; what it returns is waited for, where it can be. */
type RenderFunction = (seconds: number) => unknown;

const globals = window as unknown as { __hfRender?: unknown; __hfTime?: number };

/** Whether the page has registered any. */
export const areRenderFunctions = (): boolean => Array.isArray(globals.__hfRender) && globals.__hfRender.length > 0;

/**
 * Calls what the page has registered by now, in its order; one that is added meanwhile is called in the next frame. Returns what must be
 * awaited before the capture.
 */
export function runRenderFunctions(seconds: number, failed: (thrown: unknown) => void): Promise<unknown>[] {
  const registered = globals.__hfRender;
  if (!Array.isArray(registered) || registered.length === 0) return [];
  globals.__hfTime = seconds;
  const waits: Promise<unknown>[] = [];
  for (const render of [...registered] as RenderFunction[]) {
    if (typeof render !== 'function') continue;
    try {
      const given = render(seconds);
      if (given instanceof Promise) waits.push(awaitPage(given));
    } catch (thrown) {
      failed(thrown);
    }
  }
  return waits;
}
