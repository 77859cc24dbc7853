/** Libraries that a page registers in globals: anime.js, Lottie, dotLottie, time values, maps (reference: composition-format 7.2). */
import type { WarningLog } from '../../report/warnings.js';
import { createAnime } from './anime.js';

interface LottieLike {
  goToAndStop?: (value: number, isFrame?: boolean) => void;
  pause?: () => void;
  setFrame?: (frame: number) => void;
  totalFrames?: number;
  frameRate?: number;
  duration?: number;
  isLoaded?: boolean;
  isPaused?: boolean;
  loop?: boolean | number;
  getDuration?: (inFrames?: boolean) => number;
  addEventListener?: (name: string, listener: () => void) => void;
}

type Globals = Record<string, unknown>;
const globals = window as unknown as Globals;

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value == null ? [] : [value]);

function lottieInstances(): LottieLike[] {
  const found = new Set<unknown>(listOf(globals.__hfLottie));
  for (const name of ['lottie', 'bodymovin']) {
    const library = globals[name] as { getRegisteredAnimations?: () => unknown[] } | undefined;
    for (const animation of library?.getRegisteredAnimations?.() ?? []) found.add(animation);
  }
  for (const player of document.querySelectorAll('dotlottie-player, dotlottie-wc, lottie-player')) {
    const holder = player as unknown as { dotLottie?: unknown; getLottie?: () => unknown };
    const animation = holder.dotLottie ?? holder.getLottie?.();
    if (animation != null) found.add(animation);
  }
  return [...found].filter((value): value is LottieLike => {
    const animation = value as LottieLike | null;
    return typeof animation?.goToAndStop === 'function' || typeof animation?.setFrame === 'function';
  });
}

/** Seconds of one pass; 0 while the data is not loaded. */
function lottieSeconds(animation: LottieLike): number {
  if (typeof animation.getDuration === 'function') return Number(animation.getDuration(false)) || 0;
  return Number(animation.duration) || 0;
}

function seekLottie(animation: LottieLike, seconds: number): void {
  const length = lottieSeconds(animation);
  const loops = animation.loop === true && length > 0;
  const local = loops ? seconds % length : Math.min(seconds, length > 0 ? length : seconds);
  if (typeof animation.goToAndStop === 'function') {
    // lottie-web takes milliseconds; the last frame is exclusive, so the end is held a hair before it.
    const last = (animation.totalFrames ?? 1) - 1e-3;
    const frames = local * (animation.frameRate ?? (length > 0 ? (animation.totalFrames ?? 0) / length : 30));
    animation.goToAndStop(Math.min(frames, Math.max(0, last)), true);
    return;
  }
  const total = animation.totalFrames ?? 0;
  if (length <= 0 || total <= 0) return;
  animation.pause?.();
  animation.setFrame?.(Math.min(total - 1e-3, (local / length) * total));
}

export interface LibraryDriver {
  seek(seconds: number): void;
  /** Finite ends in seconds, and names for messages. */
  lengths(): { end: number; names: string[] };
  /** What is still loading, in words. */
  loading(): string[];
  reportMaps(): void;
  /** True when a library of its own clock is in use. */
  inUse(): boolean;
  /** Whether one calls functions of scripts while frames are shown, as far as is known. */
  callScripts(): boolean;
}

export function createLibraryDriver(log: WarningLog): LibraryDriver {
  const anime = createAnime();
  const guard = (act: () => void) => {
    try {
      act();
    } catch (thrown) {
      log.scriptError(thrown);
    }
  };
  return {
    seek(seconds) {
      globals.__hfThreeTime = seconds;
      globals.__hfTypegpuTime = seconds;
      anime.seek(seconds, guard);
      for (const animation of lottieInstances()) guard(() => seekLottie(animation, seconds));
    },
    lengths() {
      const names: string[] = [];
      let end = 0;
      for (const animation of lottieInstances()) {
        const length = lottieSeconds(animation);
        const finite = animation.loop !== true && Number.isFinite(length);
        names.push(`Lottie animation: ${finite ? `${Number(length.toFixed(3))} s` : 'infinite'}`);
        if (finite) end = Math.max(end, length);
      }
      for (const instance of anime.instances()) {
        const length = Number(instance.duration) / 1000;
        names.push(
          `anime.js instance: ${Number.isFinite(length) && length < 1e6 ? `${length} s` : 'infinite'} (adds no length)`,
        );
      }
      return { end, names };
    },
    loading() {
      const waiting: string[] = [];
      for (const animation of lottieInstances()) {
        if (animation.isLoaded === false || lottieSeconds(animation) === 0) waiting.push('Lottie animation data');
      }
      for (const name of ['__hfMapbox', '__hfMaplibre']) {
        for (const map of listOf(globals[name]) as { loaded?: () => boolean }[]) {
          if (typeof map?.loaded === 'function' && !map.loaded()) waiting.push('map tiles');
        }
      }
      for (const value of listOf(globals.__hfD3) as { ready?: unknown }[]) {
        if (value !== null && typeof value === 'object' && value.ready === false) waiting.push('D3 chart');
      }
      const manager = globals.__hfThreeLoading;
      if (manager === true) waiting.push('three.js loading manager');
      return waiting;
    },
    callScripts: () => anime.callScripts(),
    inUse: () => anime.instances().length > 0 || lottieInstances().length > 0,
    reportMaps() {
      for (const name of ['__hfMapbox', '__hfMaplibre', '__hfLeaflet', '__hfGoogleMaps']) {
        if (listOf(globals[name]).length > 0) {
          log.warn(
            'live_map_detected',
            `A live map (${name}) loads its tiles over the network, so frames may differ between renders`,
            {
              registry: name,
            },
          );
        }
      }
    },
  };
}
