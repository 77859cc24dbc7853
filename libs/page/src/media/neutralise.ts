/** Media elements never play in the page; they answer from what is known about their source (reference: composition-format 7.2, 9). */

import { parseSeconds } from '@framefarm/composition/timing';
import { MAX_VOLUME, type MediaInfo } from '@framefarm/contract';
import { NativeImage, nativeSetTimeout } from '../natives/natives.js';
import type { Playback } from './play-time.js';

const READY_EVENTS = ['durationchange', 'loadedmetadata', 'loadeddata', 'canplay', 'canplaythrough'];

export interface Player {
  adopt(element: HTMLMediaElement): void;
  /** Looks again after facts became known. */
  refresh(element: HTMLMediaElement): void;
  loading(): string[];
}

/** Written gain of an element, clamped; 1 when missing or unreadable. */
export function writtenVolume(element: Element): number {
  const volume = parseSeconds(element.getAttribute('data-volume'));
  return volume === null ? 1 : Math.min(MAX_VOLUME, Math.max(0, volume));
}

/** A transparent picture of the natural size, so that layout equals that of the real video. */
function transparentPoster(width: number, height: number): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"/>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

interface State {
  volume: number;
  ready: boolean;
}

/** `playback` answers in place of the browser's player. `onPlay` hears of elements that a script plays. */
export function neutralise(
  infoOf: (element: Element) => MediaInfo | null,
  playback: Playback,
  onPlay: (element: HTMLMediaElement) => void,
): Player {
  const states = new WeakMap<HTMLMediaElement, State>();
  const posters = new Set<string>();
  const stateOf = (element: HTMLMediaElement): State => {
    let state = states.get(element);
    if (state === undefined) {
      state = { volume: writtenVolume(element), ready: false };
      states.set(element, state);
    }
    return state;
  };

  const media = HTMLMediaElement.prototype;
  const answer = (
    owner: object,
    name: string,
    get: (element: HTMLMediaElement) => unknown,
    set?: (element: HTMLMediaElement, value: unknown) => void,
  ) =>
    Object.defineProperty(owner, name, {
      configurable: true,
      enumerable: true,
      get(this: HTMLMediaElement) {
        return get(this);
      },
      set(this: HTMLMediaElement, value: unknown) {
        set?.(this, value);
      },
    });
  const method = (name: string, value: (this: HTMLMediaElement) => unknown) =>
    Object.defineProperty(media, name, { value, writable: true, configurable: true, enumerable: true });

  method('play', function play() {
    onPlay(this);
    return Promise.resolve();
  });
  method('pause', () => undefined);
  method('load', function load() {
    player.adopt(this);
  });
  const lengthOf = (element: HTMLMediaElement): number | null => infoOf(element)?.durationSeconds ?? null;
  answer(media, 'currentTime', (element) => playback.timeOf(element, lengthOf(element)));
  answer(media, 'paused', (element) => !playback.plays(element, lengthOf(element)));
  answer(media, 'ended', (element) => playback.hasEnded(element, lengthOf(element)));
  answer(media, 'seeking', () => false);
  answer(media, 'error', () => null);
  answer(media, 'duration', (element) => lengthOf(element) ?? Number.NaN);
  answer(media, 'readyState', (element) => (infoOf(element) === null ? 0 : 4));
  answer(media, 'networkState', (element) => (infoOf(element) === null ? 0 : 1));
  answer(
    media,
    'volume',
    (element) => stateOf(element).volume,
    (element, value) => {
      const volume = Number(value);
      if (Number.isFinite(volume)) stateOf(element).volume = Math.min(MAX_VOLUME, Math.max(0, volume));
    },
  );
  answer(HTMLVideoElement.prototype, 'videoWidth', (element) => infoOf(element)?.video?.width ?? 0);
  answer(HTMLVideoElement.prototype, 'videoHeight', (element) => infoOf(element)?.video?.height ?? 0);

  const silence = (element: HTMLMediaElement): void => {
    if (element.autoplay) element.removeAttribute('autoplay');
    if (element.getAttribute('preload') !== 'none') element.setAttribute('preload', 'none');
    if (element.hasAttribute('crossorigin')) element.removeAttribute('crossorigin');
    if (element.hasAttribute('controls')) element.removeAttribute('controls');
  };

  const announce = (element: HTMLMediaElement, info: MediaInfo): void => {
    const state = stateOf(element);
    if (state.ready) return;
    state.ready = true;
    if (element instanceof HTMLVideoElement && info.video !== null) {
      const poster = transparentPoster(info.video.width, info.video.height);
      element.setAttribute('poster', poster);
      if (!posters.has(poster)) {
        posters.add(poster);
        const image = new NativeImage();
        const done = () => posters.delete(poster);
        image.addEventListener('load', done);
        image.addEventListener('error', done);
        image.src = poster;
      }
    }
    nativeSetTimeout(() => {
      for (const name of READY_EVENTS) element.dispatchEvent(new Event(name));
    }, 0);
  };

  const player: Player = {
    adopt(element) {
      silence(element);
      const info = infoOf(element);
      if (info !== null) announce(element, info);
    },
    refresh(element) {
      player.adopt(element);
    },
    loading: () => [...posters].map(() => 'the size of a video'),
  };
  return player;
}
