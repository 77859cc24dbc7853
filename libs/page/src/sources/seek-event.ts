/** The `hf-seek` event and the promises its listeners hand in (reference: composition-format 7.2). */

import { awaitPage } from './page-waits.js';

/** Fires the event; returns what must be awaited before the capture, or nothing. */
export function fireSeek(seconds: number): Promise<unknown>[] {
  const waits: Promise<unknown>[] = [];
  let open = true;
  const detail = {
    time: seconds,
    waitUntil(promise: unknown) {
      if (!open) throw new Error('waitUntil can be called only while the hf-seek listener runs');
      waits.push(awaitPage(promise));
    },
  };
  window.dispatchEvent(new CustomEvent('hf-seek', { detail }));
  open = false;
  return waits;
}
