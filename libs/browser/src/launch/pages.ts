/** The pages of one browser: opened for one user after the other, none of whom sees what an earlier one stored. */
import { withDeadline } from '@framefarm/process';
import type { ProtocolConnection } from '../protocol/connection.js';
import type { ProtocolSession } from '../protocol/session.js';

/** A browser that has not closed its pages by then is not worth keeping, ms. */
const CLOSE_PAGES_MS = 5_000;

export class BrowserPages {
  readonly #connection: ProtocolConnection;
  /** Pages by their identity in the protocol, until they are closed. */
  readonly #open = new Set<string>();
  #used = false;

  private constructor(connection: ProtocolConnection) {
    this.#connection = connection;
  }

  static async of(connection: ProtocolConnection): Promise<BrowserPages> {
    await connection.root.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'page' }] });
    return new BrowserPages(connection);
  }

  /** Opens an empty page of a size in CSS pixels. */
  async open(size: { readonly width: number; readonly height: number }, beginFrame: boolean): Promise<ProtocolSession> {
    const { targetId } = await this.#connection.root.send('Target.createTarget', {
      url: 'about:blank',
      width: size.width,
      height: size.height,
      ...(beginFrame ? { enableBeginFrameControl: true } : {}),
    });
    this.#open.add(targetId);
    const session = await this.#connection.attach(targetId);
    if (this.#used) {
      await forget(session);
      // A page that follows another one is not always shown by itself, and one that is not shown gives no pictures.
      await session.send('Page.bringToFront');
    }
    this.#used = true;
    return session;
  }

  /**
   * Resolves when the browser has let go of every page.
   * @throws {FramefarmError} BROWSER_CRASHED when that takes longer than 5 s.
   * @throws {Error} when the browser has gone.
   */
  async closeAll(): Promise<void> {
    const open = [...this.#open];
    this.#open.clear();
    const closed = open.map(async (targetId) => {
      const gone = this.#destroyed(targetId);
      await this.#connection.root.send('Target.closeTarget', { targetId });
      await gone;
    });
    await withDeadline(Promise.all(closed), {
      ms: CLOSE_PAGES_MS,
      code: 'BROWSER_CRASHED',
      stage: 'capture',
      waitingFor: 'the browser to close its pages',
    });
  }

  #destroyed(targetId: string): Promise<void> {
    const { root } = this.#connection;
    return new Promise((resolve) => {
      const onDestroyed = (destroyed: { readonly targetId: string }): void => {
        if (destroyed.targetId !== targetId) return;
        root.off('Target.targetDestroyed', onDestroyed);
        resolve();
      };
      root.on('Target.targetDestroyed', onDestroyed);
    });
  }
}

/** Removes what earlier pages of this browser left: storage of every kind and origin, workers, cookies, cached answers. */
async function forget(session: ProtocolSession): Promise<void> {
  await session.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' });
  await session.send('Network.clearBrowserCookies');
  await session.send('Network.clearBrowserCache');
}
