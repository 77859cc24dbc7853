/** Media elements of the page: what their sources are, and standing in for a player (reference: composition-format 9). */
import { playedElement, type SourceReading } from '@framefarm/composition/media';
import type { MediaInfo } from '@framefarm/contract';
import type { Trees } from '../document/trees.js';
import { nativeMatchMedia } from '../natives/natives.js';
import { decodedUrl } from '../report/decoded-url.js';
import { shortUrl } from '../report/short-text.js';
import { neutralise } from './neutralise.js';
import type { Playback } from './play-time.js';

export interface MediaLibrary {
  infoOf(element: Element): MediaInfo | null;
  /** Adopts every media element that is in the page now. */
  adoptAll(): void;
  provide(given: Readonly<Record<string, MediaInfo>>): void;
  /** Tells those who listen for `timeupdate` of elements whose `currentTime` is another than when this was called last. */
  tellTimes(): void;
  loading(): string[];
  /** Sources in use whose facts are missing. */
  unknown(): string[];
}

/** Characters of a URL that any server might answer. */
const MAX_SOURCE = 32_768;

const READING: SourceReading<Element> = {
  attribute: (element, name) => element.getAttribute(name),
  holds: (query) => nativeMatchMedia(query).matches,
};

/**
 * What an element plays: a URL path on the origin, an absolute URL elsewhere, or null. What the document holds as `data:` URL has a
 * path; one that a script sets has none, and its head with its length stands for it.
 */
export function mediaSource(element: Element): string | null {
  const sources = [...element.children].filter((child) => child.localName === 'source');
  const written = playedElement(element, sources, READING)?.getAttribute('src') ?? '';
  if (written.trim() === '') return null;
  try {
    const url = new URL(written, document.baseURI);
    // A blob: URL has the origin of the page that made it, and a whole URL for its path.
    const isOwn = url.origin === location.origin && url.protocol !== 'blob:';
    const source = isOwn ? url.pathname : url.href;
    return url.protocol === 'data:' || source.length > MAX_SOURCE ? shortUrl(source) : source;
  } catch {
    return null;
  }
}

export function createMediaLibrary(
  initial: Readonly<Record<string, MediaInfo>>,
  trees: Trees,
  playback: Playback,
  onPlay: (element: HTMLMediaElement) => void,
): MediaLibrary {
  const elements = () => trees.select<HTMLMediaElement>(document, 'video, audio');
  const known = new Map(Object.entries(initial));
  const info = (element: Element): MediaInfo | null => {
    const source = mediaSource(element);
    if (source === null) return null;
    return known.get(source) ?? known.get(decodedUrl(source)) ?? null;
  };
  const player = neutralise(info, playback, onPlay);
  const counters = { video: 0, audio: 0 };
  /** `currentTime` of each, in seconds, as it was told. */
  const told = new Map<HTMLMediaElement, number>();

  const adopt = (element: HTMLMediaElement): void => {
    if (element.id === '' && element.isConnected) {
      const kind = element instanceof HTMLVideoElement ? 'video' : 'audio';
      do counters[kind]++;
      while (document.getElementById(`hf-${kind}-${counters[kind]}`) !== null);
      element.id = `hf-${kind}-${counters[kind]}`;
    }
    if (!told.has(element)) told.set(element, 0);
    player.adopt(element);
  };

  return {
    infoOf: info,
    adoptAll() {
      for (const element of elements()) adopt(element);
    },
    provide(given) {
      for (const [source, facts] of Object.entries(given)) known.set(source, facts);
      for (const element of elements()) player.refresh(element);
    },
    tellTimes() {
      for (const [element, before] of [...told]) {
        const { currentTime } = element;
        if (currentTime === before) continue;
        told.set(element, currentTime);
        element.dispatchEvent(new Event('timeupdate'));
      }
    },
    loading: () => player.loading(),
    unknown() {
      const sources = new Set<string>();
      for (const element of elements()) {
        const source = mediaSource(element);
        if (source !== null && info(element) === null) sources.add(source);
      }
      return [...sources];
    },
  };
}
