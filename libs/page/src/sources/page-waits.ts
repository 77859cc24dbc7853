/** What the page itself has given a frame to wait for. */

let awaited = 0;
let rest: () => void = () => {};

/** True while such a promise is open. */
export const isPageAwaited = (): boolean => awaited > 0;

/** `act` runs whenever the last of them has settled. */
export function followPageRest(act: () => void): void {
  rest = act;
}

/** Settles as the promise does. */
export function awaitPage(promise: unknown): Promise<unknown> {
  awaited++;
  return Promise.resolve(promise).finally(() => {
    awaited--;
    if (awaited === 0) rest();
  });
}
