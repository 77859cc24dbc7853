/** The pages of one browser: opened for one user after the other, none of whom sees what an earlier one stored. */
import type { Browser, CDPSession, Target } from 'puppeteer-core';

let opened = 0;

export class BrowserPages {
  readonly #browser: Browser;
  readonly #root: CDPSession;
  /** Targets of open pages by their identity in the protocol. */
  readonly #open = new Map<string, Target>();
  #used = false;

  constructor(browser: Browser, root: CDPSession) {
    this.#browser = browser;
    this.#root = root;
  }

  /** Opens an empty page of a size in CSS pixels. */
  async open(size: { readonly width: number; readonly height: number }, beginFrame: boolean): Promise<CDPSession> {
    opened += 1;
    const url = `about:blank#framefarm-${opened}`;
    const { targetId } = await this.#root.send('Target.createTarget', {
      url,
      width: size.width,
      height: size.height,
      ...(beginFrame ? { enableBeginFrameControl: true } : {}),
    });
    const target = await this.#browser.waitForTarget((candidate) => candidate.url() === url, { timeout: 30_000 });
    const session = await target.createCDPSession();
    this.#open.set(targetId, target);
    if (this.#used) {
      await forget(session);
      // A page that follows another one is not always shown by itself, and one that is not shown gives no pictures.
      await session.send('Page.bringToFront');
    }
    this.#used = true;
    return session;
  }

  /** Resolves when the browser has let go of every page. */
  async closeAll(): Promise<void> {
    const open = [...this.#open];
    this.#open.clear();
    await Promise.all(
      open.map(async ([targetId, target]) => {
        const gone = this.#destroyed(target);
        await this.#root.send('Target.closeTarget', { targetId });
        await gone;
      }),
    );
  }

  #destroyed(target: Target): Promise<void> {
    return new Promise((resolve) => {
      const onDestroyed = (destroyed: Target): void => {
        if (destroyed !== target) return;
        this.#browser.off('targetdestroyed', onDestroyed);
        resolve();
      };
      this.#browser.on('targetdestroyed', onDestroyed);
    });
  }
}

/** Removes what earlier pages of this browser left: storage of every kind and origin, workers, cookies, cached answers. */
async function forget(session: CDPSession): Promise<void> {
  await session.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' });
  await session.send('Network.clearBrowserCookies');
  await session.send('Network.clearBrowserCache');
}
