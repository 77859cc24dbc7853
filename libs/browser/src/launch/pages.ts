/** The pages of one browser: opened for one user after the other, none of whom sees what an earlier one stored. */
import { withDeadline } from '@framefarm/process';
import type { BrowserKind } from '../discovery/browser-info.js';
import type { ProtocolConnection } from '../protocol/connection.js';
import type { ProtocolSession } from '../protocol/session.js';
import { denyCapabilities } from './capabilities.js';

/** A browser that has not closed its pages by then is not worth keeping, ms. */
const CLOSE_PAGES_MS = 5_000;

/**
 * A headless shell takes the mouse to be at the origin of the screen. What a page had there was hovered, at once or some time after it came there:
 * a ticker that a pointer pauses stood still. An ordinary Chromium gives no page a place.
 */
const BESIDE_THE_MOUSE = { left: 1, top: 1 } as const;

interface PageSize {
  readonly width: number;
  readonly height: number;
}

interface EmptyPage {
  readonly targetId: string;
  readonly session: ProtocolSession;
  readonly size: PageSize;
}

/** A page beside the others: it shares neither storage nor cookies nor cached answers with them. */
export interface ApartPage {
  readonly session: ProtocolSession;
  /** Closes it and drops all it stored; never rejects. */
  close(): Promise<void>;
}

export class BrowserPages {
  readonly #connection: ProtocolConnection;
  readonly #kind: BrowserKind;
  /** An empty page that waits to be opened. */
  #spare: { readonly beginFrame: boolean; readonly page: Promise<EmptyPage | null> } | null = null;
  /** Pages by their identity in the protocol, until they are closed. */
  readonly #open = new Set<string>();
  #used = false;

  constructor(connection: ProtocolConnection, kind: BrowserKind) {
    this.#connection = connection;
    this.#kind = kind;
  }

  /** Has the browser tell when a page is gone; to be called before any page is made. */
  async watch(): Promise<void> {
    await this.#connection.root.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'page' }] });
  }

  /**
   * Begins to make an empty page for the next one to {@link open}: its process starts meanwhile. Only of a headless shell, whose
   * pages can be given another size. A failure costs that time and nothing else.
   */
  prepare(size: PageSize, beginFrame: boolean): void {
    this.#spare ??= { beginFrame, page: this.#make(size, beginFrame).catch(() => null) };
  }

  /** Opens an empty page of a size in CSS pixels. */
  async open(size: PageSize, beginFrame: boolean): Promise<ProtocolSession> {
    const { targetId, session } = (await this.#takeSpare(size, beginFrame)) ?? (await this.#make(size, beginFrame));
    this.#open.add(targetId);
    if (this.#used) {
      await forget(session);
      // A page that follows another one is not always shown by itself, and one that is not shown gives no pictures.
      await session.send('Page.bringToFront');
    }
    this.#used = true;
    return session;
  }

  /** Opens an empty page of a size in CSS pixels that lives beside the opened one; its user closes it. */
  async openApart(size: PageSize, beginFrame: boolean): Promise<ApartPage> {
    const { root } = this.#connection;
    const { browserContextId } = await root.send('Target.createBrowserContext', { disposeOnDetach: true });
    const close = (): Promise<void> =>
      withinClosing(root.send('Target.disposeBrowserContext', { browserContextId })).then(
        () => {},
        () => {},
      );
    try {
      const [{ session }] = await Promise.all([
        this.#make(size, beginFrame, browserContextId),
        denyCapabilities(root, browserContextId),
      ]);
      return { session, close };
    } catch (error) {
      await close();
      throw error;
    }
  }

  /**
   * Resolves when the browser has let go of every page, also of one that was only prepared.
   * @throws {FramefarmError} BROWSER_CRASHED when that takes longer than 5 s.
   * @throws {Error} when the browser has gone.
   */
  async closeAll(): Promise<void> {
    const open = [...this.#open];
    this.#open.clear();
    const closing = open.map((targetId) => this.#close(targetId));
    const spare = this.#spare?.page;
    this.#spare = null;
    if (spare !== undefined) closing.push(spare.then((page) => page && this.#close(page.targetId)).then(() => {}));
    await withinClosing(Promise.all(closing));
  }

  async #make(size: PageSize, beginFrame: boolean, browserContextId?: string): Promise<EmptyPage> {
    const { targetId } = await this.#connection.root.send('Target.createTarget', {
      url: 'about:blank',
      ...(this.#kind === 'headless-shell' ? BESIDE_THE_MOUSE : {}),
      width: size.width,
      height: size.height,
      ...(beginFrame ? { enableBeginFrameControl: true } : {}),
      // The opened page stays the one that is shown.
      ...(browserContextId === undefined ? {} : { browserContextId, background: true }),
    });
    return { targetId, session: await this.#connection.attach(targetId), size };
  }

  async #takeSpare(size: PageSize, beginFrame: boolean): Promise<EmptyPage | null> {
    const spare = this.#spare;
    this.#spare = null;
    const page = (await spare?.page) ?? null;
    if (page === null) return null;
    if (spare?.beginFrame !== beginFrame) {
      await this.#close(page.targetId);
      return null;
    }
    const { width, height } = size;
    if (page.size.width !== width || page.size.height !== height) {
      const { root } = this.#connection;
      const { windowId } = await root.send('Browser.getWindowForTarget', { targetId: page.targetId });
      await root.send('Browser.setWindowBounds', { windowId, bounds: { ...BESIDE_THE_MOUSE, width, height } });
    }
    return page;
  }

  async #close(targetId: string): Promise<void> {
    const gone = this.#destroyed(targetId);
    await this.#connection.root.send('Target.closeTarget', { targetId });
    await gone;
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

function withinClosing<T>(closing: Promise<T>): Promise<T> {
  return withDeadline(closing, {
    ms: CLOSE_PAGES_MS,
    code: 'BROWSER_CRASHED',
    stage: 'capture',
    waitingFor: 'the browser to close its pages',
  });
}

/** Removes what earlier pages of this browser left: storage of every kind and origin, workers, cookies, cached answers. */
async function forget(session: ProtocolSession): Promise<void> {
  await Promise.all([
    session.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' }),
    session.send('Network.clearBrowserCookies'),
    session.send('Network.clearBrowserCache'),
  ]);
}
