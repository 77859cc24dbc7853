/**
 * What scripts begin while a frame is shown and the browser ends in its own time: requests, pictures that no element shows, and what is made of
 * bytes. What scripts make of it came in another frame of each render; the frame that began it waits for it (reference: composition-format 7.6, G2).
 */
import { beforeOthers, eachMaker, MADE_OF_BYTES, type Makers } from '../natives/made-of-bytes.js';
import { nativeListen, ownImages } from '../natives/natives.js';
import { NativePromise, nativeNow, nativeTurn } from '../natives/time.js';
import { replaceMethod, wrapMethod, wrapSetter } from '../natives/wrap-natives.js';
import { pathOf, type WarningLog } from '../report/warnings.js';

/** Some never answer. */
const LIMIT_MS = 10_000;
/** Turns of the page without anything under way after which nothing more comes of it. */
const QUIET_TURNS = 2;

/** Methods whose promises are waited for. */
const MAKERS: Makers = [
  ...MADE_OF_BYTES,
  ['window', false, ['createImageBitmap']],
  ['Blob', true, ['arrayBuffer', 'text', 'bytes']],
  ['BaseAudioContext', true, ['decodeAudioData']],
  ['OfflineAudioContext', true, ['startRendering']],
];
const READERS = ['readAsArrayBuffer', 'readAsDataURL', 'readAsText'];
const OF_STORES = [
  ...['add', 'clear', 'count', 'delete', 'get', 'getAll', 'getAllKeys', 'getKey', 'openCursor', 'openKeyCursor', 'put'],
];
/** Methods of databases, whose requests tell when they are done. */
const ASKERS: Makers = [
  ['IDBFactory', true, ['deleteDatabase', 'open']],
  ['IDBObjectStore', true, OF_STORES],
  ['IDBIndex', true, OF_STORES],
];

export interface StartedWork {
  /** What of the like is under way before frames are shown, in words: the page is not ready. */
  building(): string[];
  /** How many of the like have begun before frames are shown. */
  readonly count: number;
  /** What the frame that was shown waits for; empty where nothing is under way. */
  waits(): Promise<void>[];
}

export interface StartedWorkParts {
  readonly log: WarningLog;
  /** Whether frames are shown. */
  isShown(): boolean;
  /** Requests that are open, with their addresses. */
  requests(): ReadonlyMap<object, string>;
}

const hasSource = (image: HTMLImageElement): boolean => image.hasAttribute('src') || image.hasAttribute('srcset');

/** To be called before any script of the author. */
export function watchStartedWork({ log, isShown, requests }: StartedWorkParts): StartedWork {
  /** With its address, where it may be told of. */
  const open = new Map<object, string | null>();
  /** Requests of the time before frames, which settling has waited for. */
  let early: Set<object> | null = null;
  /** Those that are not waited for any more. */
  const late = new WeakSet<object>();
  const lateAddresses = new Set<string>();

  /** When each began that was begun before frames are shown. */
  const before = new Map<object, number>();
  let count = 0;

  const follow = (promise: unknown): void => {
    const token = {};
    if (!isShown()) {
      count += 1;
      before.set(token, nativeNow());
      const end = (): void => void before.delete(token);
      NativePromise.resolve(promise).then(end, end);
      return;
    }
    const end = (): void => {
      open.delete(token);
    };
    open.set(token, null);
    NativePromise.resolve(promise).then(end, end);
  };
  eachMaker(MAKERS, (owner, method) =>
    replaceMethod(owner, method, (_, native) => {
      const promise = native() as Promise<unknown>;
      const { promise: ended, resolve } = NativePromise.withResolvers<void>();
      follow(ended);
      return beforeOthers(promise, resolve);
    }),
  );
  replaceMethod(HTMLCanvasElement.prototype, 'toBlob', (_, native, [callback, ...rest]) => {
    if (typeof callback !== 'function') return native();
    const { promise, resolve } = NativePromise.withResolvers<void>();
    const answer = (blob: unknown): void => {
      resolve();
      Reflect.apply(callback, undefined, [blob]);
    };
    // It throws where a canvas may not be read.
    native(answer, ...rest);
    follow(promise);
    return undefined;
  });
  for (const name of READERS) {
    wrapMethod(FileReader.prototype, name, (reader) =>
      follow(
        new NativePromise((resolve) => (reader as FileReader).addEventListener('loadend', resolve, { once: true })),
      ),
    );
  }

  eachMaker(ASKERS, (owner, method) =>
    wrapMethod(owner, method, (_, request) => {
      const { promise, resolve } = NativePromise.withResolvers<void>();
      for (const type of ['success', 'error']) nativeListen(request as IDBRequest, type, () => resolve());
      follow(promise);
    }),
  );

  const heard = new WeakSet<HTMLImageElement>();
  /** One in the page is waited for as what it shows. */
  const followImage = (image: HTMLImageElement): void => {
    if (!isShown() || open.has(image) || ownImages.has(image) || image.isConnected || !hasSource(image)) return;
    if (image.loading === 'lazy') image.loading = 'eager';
    open.set(image, image.src);
    if (heard.has(image)) return;
    heard.add(image);
    for (const type of ['load', 'error']) nativeListen(image, type, () => open.delete(image));
  };
  for (const name of ['src', 'srcset']) {
    wrapSetter(HTMLImageElement.prototype, name, (image) => followImage(image as HTMLImageElement));
  }
  wrapMethod(Element.prototype, 'setAttribute', (element, _, [name]) => {
    if (element instanceof HTMLImageElement && /^src(?:set)?$/i.test(String(name))) followImage(element);
  });
  // The browser answers with a frame of its own, which may be that of a later picture. Drawing decodes by itself.
  replaceMethod<HTMLImageElement>(HTMLImageElement.prototype, 'decode', (image, native) => {
    if (!isShown() || ownImages.has(image) || !hasSource(image)) return native();
    if (image.complete) return image.naturalWidth > 0 ? NativePromise.resolve() : native();
    const came = new NativePromise((resolve) => {
      for (const type of ['load', 'error']) image.addEventListener(type, resolve, { once: true });
    });
    const decoded = came.then(() => (image.naturalWidth > 0 ? undefined : native()));
    follow(decoded);
    return decoded;
  });

  const underWay = (): readonly [object, string | null][] =>
    [...open, ...requests()].filter(
      ([token, address]) =>
        early?.has(token) !== true && !late.has(token) && !(address !== null && lateAddresses.has(address)),
    );
  const giveUp = (given: readonly [object, string | null][]): void => {
    for (const [token, address] of given) {
      late.add(token);
      if (address === null) continue;
      lateAddresses.add(address);
      const source = pathOf(address);
      log.warn('media_readiness_timeout', `"${source}", which a script asks for in a frame, did not come within 10 s`, {
        sources: [source],
      });
    }
  };
  const settle = async (): Promise<void> => {
    const since = new Map<object, number>();
    for (let quiet = 0; quiet < QUIET_TURNS; ) {
      const now = underWay();
      quiet = now.length === 0 ? quiet + 1 : 0;
      for (const [token] of now) if (!since.has(token)) since.set(token, nativeNow());
      giveUp(now.filter(([token]) => nativeNow() - (since.get(token) ?? 0) >= LIMIT_MS));
      await nativeTurn();
    }
  };
  return {
    building() {
      const made = [...before.values()].filter((since) => nativeNow() - since < LIMIT_MS).length;
      return made === 0 ? [] : [`what scripts decode or compile (${made})`];
    },
    get count() {
      return count;
    },
    waits() {
      early ??= new Set(requests().keys());
      return underWay().length === 0 ? [] : [settle()];
    },
  };
}
