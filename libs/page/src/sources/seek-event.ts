/** The `hf-seek` event and the promises its listeners hand in (reference: composition-format 7.2). */

let awaited = 0;

/** True while a promise of a listener is open. */
export const isSeekAwaited = (): boolean => awaited > 0;

/** Fires the event; returns what must be awaited before the capture, or nothing. */
export function fireSeek(seconds: number): Promise<unknown>[] {
  const waits: Promise<unknown>[] = [];
  let open = true;
  const detail = {
    time: seconds,
    waitUntil(promise: unknown) {
      if (!open) throw new Error('waitUntil can be called only while the hf-seek listener runs');
      awaited++;
      waits.push(
        Promise.resolve(promise).finally(() => {
          awaited--;
        }),
      );
    },
  };
  window.dispatchEvent(new CustomEvent('hf-seek', { detail }));
  open = false;
  return waits;
}
