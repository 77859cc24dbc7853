/** Documents that begin to load inside the page while frames are shown (reference: composition-format 7.6). */
import type { Follower } from '../clock/follower.js';
import type { Trees } from '../document/trees.js';
import { layOut, NativeMutationObserver, NativePromise, nativeListen, nativeTurn } from '../natives/natives.js';
import { nameOf } from '../page.js';
import { pathOf, type WarningLog } from '../report/warnings.js';

/** What holds a document, by the attributes that name it. */
type Holder = HTMLIFrameElement | HTMLObjectElement | HTMLEmbedElement;
const HOLDERS = 'iframe, object, embed';
const NAMED_BY = ['src', 'srcdoc', 'data'];
/** Others leave the document that is there. */
const LOADED = /^(?:https?|data|blob|about):/;
/** Nothing tells of the end of what a browser would download, or of an answer without content. */
const LIMIT_MS = 10_000;
/** Turns of the page without anything under way after which a document has settled. */
const QUIET_TURNS = 2;

export interface FreshDocuments {
  /** Those that scripts have begun to load behind the load event, in words. */
  loading(): string[];
  /** What the frame at this time waits for: that they are there, and stand at it; empty where none has begun to load. */
  waits(milliseconds: number): Promise<unknown>[];
}

export interface FreshDocumentsParts {
  readonly log: WarningLog;
  readonly trees: Trees;
  /** The documents inside the page that are there. */
  readonly followers: ReadonlySet<Follower>;
}

const isHolder = (node: Node): node is Holder =>
  node instanceof HTMLIFrameElement || node instanceof HTMLObjectElement || node instanceof HTMLEmbedElement;

const addressOf = (holder: Holder): string => (holder instanceof HTMLObjectElement ? holder.data : holder.src);

/** Whether a document comes to one that has just been put into the page. An empty one is there at once. */
function isEmptyYet(holder: Holder): boolean {
  if (holder instanceof HTMLIFrameElement && holder.hasAttribute('srcdoc')) return true;
  const address = addressOf(holder);
  return LOADED.test(address) && !address.startsWith('about:blank');
}

/** Whether it loads what it names: objects and the like do so only as long as they have a box. */
const isLoading = (holder: Holder): boolean =>
  holder instanceof HTMLIFrameElement || holder.getClientRects().length > 0;

/** Whether a new value of an attribute brings another document. */
function isRenewed(holder: Holder, attribute: string, before: string | null): boolean {
  if (holder instanceof HTMLIFrameElement) {
    if (attribute === 'srcdoc') return true;
    if (attribute !== 'src' || holder.hasAttribute('srcdoc')) return false;
    const { src } = holder;
    return src === '' || (LOADED.test(src) && !(src.includes('#') && isSameFile(src, before)));
  }
  const isNamed = attribute === (holder instanceof HTMLObjectElement ? 'data' : 'src');
  return isNamed && isEmptyYet(holder) && !(addressOf(holder).includes('#') && isSameFile(addressOf(holder), before));
}

const withoutFragment = (url: string): string => url.replace(/#.*/s, '');

/** Whether a browser only goes to another place in the document that it shows. */
const isSameFile = (url: string, before: string | null): boolean =>
  before !== null &&
  URL.canParse(before, document.baseURI) &&
  withoutFragment(url) === withoutFragment(new URL(before, document.baseURI).href);

/** To be called before any script of the author. */
export function createFreshDocuments({ log, trees, followers }: FreshDocumentsParts): FreshDocuments {
  const open = new Map<Holder, { readonly came: Promise<void>; end(): void }>();
  /** Those that load once they have a box. */
  const boxless = new Set<Holder>();
  let isLoaded = false;

  const begin = (holder: Holder): void => {
    // Until its load event the page waits for them by itself.
    if (!isLoaded || open.has(holder)) return;
    if (!isLoading(holder)) {
      boxless.add(holder);
      return;
    }
    boxless.delete(holder);
    // Far from the window a frame may need it at once.
    if (holder instanceof HTMLIFrameElement && holder.loading === 'lazy') holder.loading = 'eager';
    let end = (): void => {};
    const came = new NativePromise<void>((resolve) => {
      end = () => {
        open.delete(holder);
        resolve();
      };
    });
    open.set(holder, { came, end });
    void nativeTurn(LIMIT_MS).then(() => {
      if (open.get(holder)?.came !== came) return;
      end();
      tellLate(holder);
    });
  };
  const tellLate = (holder: Holder): void => {
    const source = addressOf(holder) === '' ? nameOf(holder) : pathOf(addressOf(holder));
    log.warn('media_readiness_timeout', `Document "${source}" of ${nameOf(holder)} did not come within 10 s`, {
      sources: [source],
    });
  };

  const observer = new NativeMutationObserver(look);
  function look(records: readonly MutationRecord[]): void {
    for (const { type, target, addedNodes, attributeName, oldValue } of records) {
      if (type === 'attributes') {
        if (isHolder(target) && target.isConnected && isRenewed(target, attributeName ?? '', oldValue)) begin(target);
        continue;
      }
      for (const node of addedNodes) {
        if (!(node instanceof Element) || !node.isConnected) continue;
        for (const element of [node, ...node.querySelectorAll(HOLDERS)])
          if (isHolder(element) && isEmptyYet(element)) begin(element);
      }
    }
    for (const [holder, { end }] of open) if (!holder.isConnected) end();
  }
  const heard = ({ target }: Event): void => {
    if (!(target instanceof Node) || !isHolder(target)) return;
    boxless.delete(target);
    open.get(target)?.end();
  };
  /** Looks at what scripts have done, and at what may have a box by now. */
  const update = (): void => {
    look(observer.takeRecords());
    for (const holder of boxless) {
      if (holder.isConnected) begin(holder);
      else boxless.delete(holder);
    }
  };
  trees.each((tree) => {
    observer.observe(tree, { subtree: true, childList: true, attributeFilter: NAMED_BY, attributeOldValue: true });
    for (const type of ['load', 'error']) tree.addEventListener(type, heard, true);
  });
  nativeListen(window, 'load', () => {
    observer.takeRecords();
    isLoaded = true;
    for (const holder of trees.select<HTMLObjectElement | HTMLEmbedElement>(document, 'object, embed'))
      if (isEmptyYet(holder) && !isLoading(holder)) boxless.add(holder);
  });

  /** All that have come stand at the time, with what they need. */
  const settle = async (milliseconds: number): Promise<void> => {
    while (open.size > 0) {
      await NativePromise.all([...open.values()].map(({ came }) => came));
      await followFresh(followers, milliseconds);
      update();
    }
  };
  return {
    loading() {
      update();
      return [...open.keys()].map((holder) => `document of ${nameOf(holder)}`);
    },
    waits(milliseconds) {
      update();
      if (open.size === 0) return [];
      // Objects begin to load when they are laid out.
      layOut();
      return [settle(milliseconds)];
    },
  };
}

/** Sets documents that have not been shown yet to a time, once they have settled. */
async function followFresh(followers: ReadonlySet<Follower>, milliseconds: number): Promise<void> {
  const fresh = [...followers].filter((follower) => !follower.isShown());
  for (let quiet = 0; quiet < QUIET_TURNS; ) {
    for (const follower of fresh) follower.adopt();
    quiet = fresh.some((follower) => followers.has(follower) && follower.loading().length > 0) ? 0 : quiet + 1;
    await nativeTurn();
  }
  for (const follower of fresh) {
    if (!followers.has(follower) || follower.isShown()) continue;
    follower.fire(milliseconds);
    follower.run(milliseconds);
    await NativePromise.all(follower.waits(milliseconds, false));
  }
}
