/** A browser that starts before it is asked for, beside the work that finds out whether and how it is needed. */
import { FramefarmError } from '@framefarm/contract';
import { likeness } from './likeness.js';
import type { Launch, LaunchOptions, OwnedBrowser } from './owned-browser.js';

export interface ExpectedBrowser {
  /**
   * Gives the browser out, once, where it was started as is asked now; ends it where it was not, and starts another one. That
   * it did not start is said here and nowhere else.
   */
  readonly launch: Launch;
  /** Resolves when it has been told all that it can be told before it answers, or when there is nothing to wait for. Never rejects. */
  readonly told: Promise<void>;
  /** Ends the browser unless it was given out; resolves when nothing of it runs. Never rejects. */
  close(): Promise<void>;
}

/**
 * Starts a browser with an empty page by `launch` as soon as it is known how it will be asked for; null: nobody can tell, so
 * none is started.
 * The signal of `expected` also cancels the start for whoever is given the browser.
 */
export function expectBrowser(launch: Launch, expected: Promise<LaunchOptions | null>): ExpectedBrowser {
  const unwanted = new AbortController();
  let key: string | null = null;
  let starting: Promise<OwnedBrowser> | null = null;
  let onTold = (): void => {};
  const told = new Promise<void>((resolve) => {
    onTold = resolve;
  });
  const begun = expected.then(
    (options) => {
      if (options === null || unwanted.signal.aborted) return onTold();
      key = likeness(options);
      const signals = [unwanted.signal, ...(options.signal === undefined ? [] : [options.signal])];
      starting = launch({ ...options, signal: AbortSignal.any(signals), firstPage: true, onTold });
      starting.then(onTold, onTold);
    },
    // Whoever asks for a browser hears of it.
    onTold,
  );
  let ended: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    unwanted.abort(new FramefarmError('RENDER_CANCELLED', 'another browser is needed than was expected'));
    await begun;
    const spare = starting;
    starting = null;
    await spare?.then(
      (browser) => browser.release(),
      () => {},
    );
  };
  return {
    told,
    launch: async (options) => {
      await begun;
      const found = starting;
      if (found === null || key !== likeness(options)) {
        ended ??= end();
        return launch(options);
      }
      starting = null;
      const browser = await found;
      browser.assign(options);
      return browser;
    },
    close: () => {
      ended ??= end();
      return ended;
    },
  };
}
