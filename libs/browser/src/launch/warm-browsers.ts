/** Browsers that stay warm between their users: a start costs a quarter of a second, a page a few milliseconds. */
import { withDeadline } from '@framefarm/process';
import type { IdleRoom } from './idle-room.js';
import { launchBrowser } from './launch.js';
import { likeness } from './likeness.js';
import type { Launch, LaunchOptions, OwnedBrowser } from './owned-browser.js';

/** One that does not answer by then is not used again, ms. */
const ANSWER_MS = 2_000;
/** Users after which a browser is ended: what it never gives back must not add up over a long batch. */
const MAX_USERS = 200;

export interface WarmBrowsers {
  readonly launch: Launch;
  /** Ends the browsers nobody uses; those in use end with their release. Never rejects. */
  close(): Promise<void>;
}

interface WarmBrowser {
  readonly browser: OwnedBrowser;
  gone: boolean;
  users: number;
  /** Tells the present user that the browser is gone. */
  tell: () => void;
}

async function start(options: LaunchOptions, scratchDir: string): Promise<WarmBrowser> {
  const browser = await launchBrowser({ ...options, scratchDir });
  const warm: WarmBrowser = { browser, gone: false, users: 0, tell: () => {} };
  // One handler for its whole life, whoever uses it.
  void browser.gone.then(() => {
    warm.gone = true;
    warm.tell();
  });
  return warm;
}

/** One that died while nobody used it may not have been noticed yet. */
async function answers({ browser }: WarmBrowser): Promise<boolean> {
  const answer = browser.root.send('Browser.getVersion').then(
    () => true,
    () => false,
  );
  const late = { ms: ANSWER_MS, code: 'BROWSER_CRASHED', waitingFor: 'a warm browser to answer' } as const;
  return withDeadline(answer, late).catch(() => false);
}

/** `scratchDir` holds the browsers' own directories; it must outlive their users. `room` may be shared with others. */
export function keepBrowsersWarm(scratchDir: string, room: IdleRoom): WarmBrowsers {
  const idle = new Map<string, WarmBrowser[]>();
  let closed = false;

  const takeIdle = async (key: string): Promise<WarmBrowser | undefined> => {
    for (;;) {
      const warm = idle.get(key)?.pop();
      if (warm !== undefined) room.leave();
      if (warm === undefined || (!warm.gone && (await answers(warm)))) return warm;
      await warm.browser.close();
    }
  };

  const keep = async (key: string, warm: WarmBrowser): Promise<void> => {
    try {
      await warm.browser.closePages();
    } catch {
      // Whatever is wrong with it, another one is started instead.
      warm.gone = true;
    }
    if (closed || warm.gone || warm.users >= MAX_USERS || !room.enter()) await warm.browser.close();
    else idle.set(key, [...(idle.get(key) ?? []), warm]);
  };

  return {
    launch: async (options) => {
      const key = likeness(options);
      const warm = (await takeIdle(key)) ?? (await start(options, scratchDir));
      warm.browser.assign(options);
      warm.users += 1;
      let ending: Promise<void> | undefined;
      return {
        ...warm.browser,
        reused: warm.users > 1,
        gone: new Promise<void>((resolve) => {
          warm.tell = resolve;
          // It may have ended since it answered.
          if (warm.gone) resolve();
        }),
        release: () => {
          ending ??= keep(key, warm);
          return ending;
        },
        close: () => {
          ending ??= warm.browser.close();
          return ending;
        },
      };
    },
    close: async () => {
      closed = true;
      const all = [...idle.values()].flat();
      for (const _ of all) room.leave();
      idle.clear();
      await Promise.all(all.map(({ browser }) => browser.close()));
    },
  };
}
