/** What the page itself has given a frame to wait for. */

let awaited = 0;

/** True while such a promise is open. */
export const isPageAwaited = (): boolean => awaited > 0;

/** Settles as the promise does. */
export function awaitPage(promise: unknown): Promise<unknown> {
  awaited++;
  return Promise.resolve(promise).finally(() => {
    awaited--;
  });
}
