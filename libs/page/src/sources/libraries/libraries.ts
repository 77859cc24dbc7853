/** Libraries that a page registers in globals: anime.js, Lottie, dotLottie, time values, maps (reference: composition-format 7.2). */
import type { WarningLog } from '../../report/warnings.js';
import { createAnime } from './anime.js';
import { createLotties } from './lottie.js';

type Globals = Record<string, unknown>;
const globals = window as unknown as Globals;

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value == null ? [] : [value]);

export interface LibraryDriver {
  seek(seconds: number): void;
  /** Finite ends in seconds, and names for messages. */
  lengths(): { end: number; names: string[] };
  /** What is still loading, in words. */
  loading(): string[];
  reportMaps(): void;
  /** True when a library of its own clock is in use. */
  inUse(): boolean;
  /** Whether listeners wait for the ends of their animations. */
  awaitsEnds(): boolean;
  /** Whether one calls functions of scripts while frames are shown, as far as is known. */
  callScripts(): boolean;
}

/**
 * @param now time of the composition, seconds
 * @param taken hears of an element whose animation a script takes into its hands
 */
export function createLibraryDriver(
  log: WarningLog,
  now: () => number,
  taken: (element: Element | null) => void,
): LibraryDriver {
  const anime = createAnime(taken);
  const lotties = createLotties(now);
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
      lotties.seek(seconds, guard);
    },
    lengths() {
      const { end, names } = lotties.lengths();
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
      if (lotties.isLoading()) waiting.push('Lottie animation data');
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
    awaitsEnds: lotties.awaitsEnds,
    callScripts: () => anime.callScripts(),
    inUse: () => anime.instances().length > 0 || lotties.any(),
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
