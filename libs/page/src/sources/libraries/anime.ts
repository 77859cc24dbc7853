/**
 * anime.js under the frame clock (reference: composition-format 7.2): what is pushed to `__hfAnime` or registered by
 * `hyperframesAnime`, and in version 3 all that ever ran.
 */
import type { AnimeRegister } from './anime-register.js';

interface AnimeLike {
  seek?: (milliseconds: number) => unknown;
  pause?: () => unknown;
  /** Of one pass, ms, with its delays. */
  duration?: number;
  /** Version 3 alone: how often it passes; `true` for ever. */
  loop?: number | boolean;
  /** Version 3 alone. */
  direction?: string;
}

/** Callbacks of version 3, and of version 4. */
const CALLBACK = /^(?:begin|update|complete|(?:loop|change)(?:Begin|Complete)|change|on[A-Z]\w*)$/;
/** What version 4 has in place of callbacks that nobody gave. */
const NOOP = /^\(?\w*\)?\s*=>\s*(?:\{\s*\}|\w+)$/;

const callsScripts = (instance: object): boolean =>
  Object.entries(instance).some(
    ([name, value]) => CALLBACK.test(name) && typeof value === 'function' && !NOOP.test(String(value)),
  );

/** Version 4: what its engine steps is a list. */
interface Stepped {
  readonly paused?: boolean;
  readonly _next?: Stepped | null;
}
interface Engine {
  readonly reqId?: number;
  readonly _head?: Stepped | null;
  pause?: () => void;
}

type Globals = {
  readonly anime?: { readonly running?: unknown; readonly engine?: Engine };
  readonly __hfAnime?: unknown;
  readonly hyperframesAnime?: Partial<AnimeRegister>;
};
const globals = window as unknown as Globals;

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value == null ? [] : [value]);
const isAnime = (value: unknown): value is AnimeLike => typeof (value as AnimeLike | null)?.seek === 'function';

/** Version 3 wraps passes where it ticks, not where it is seeked. */
function localTime({ duration = 0, loop, direction }: AnimeLike, milliseconds: number): number {
  if (direction === undefined || loop === undefined || loop === false || !(duration > 0)) return milliseconds;
  const passes = loop === true ? Number.POSITIVE_INFINITY : Number(loop);
  const pass = Math.min(Math.floor(milliseconds / duration), passes - 1);
  if (pass < 1) return milliseconds;
  const inPass = Math.min(milliseconds - pass * duration, duration);
  return direction === 'alternate' && pass % 2 === 1 ? duration - inPass : inPass;
}

export interface Anime {
  instances(): readonly AnimeLike[];
  /** Sets all to a time; `guard` is told what an instance throws. */
  seek(seconds: number, guard: (act: () => void) => void): void;
  /** Whether one has callbacks. */
  callScripts(): boolean;
}

export function createAnime(): Anime {
  /** Those of version 3 with when they began, ms: it takes from its list what does not play. */
  const ran = new Map<AnimeLike, number>();

  const instances = (milliseconds: number): Map<AnimeLike, number> => {
    for (const instance of listOf(globals.anime?.running)) {
      if (isAnime(instance) && !ran.has(instance)) ran.set(instance, milliseconds);
    }
    const registered = globals.hyperframesAnime?.entries?.().map(({ instance }) => instance) ?? [];
    const pushed = [...listOf(globals.__hfAnime), ...registered].filter(isAnime);
    return new Map([...ran, ...pushed.map((instance) => [instance, 0] as const)]);
  };

  /** Version 4 paces its loop by elapsed time, so it would not notice by itself that all it steps is paused. */
  const stopEngine = (driven: ReadonlyMap<unknown, number>): void => {
    const { engine } = globals.anime ?? {};
    if (engine?.reqId === undefined || engine.reqId === 0) return;
    for (let at = engine._head; at; at = at._next) if (at.paused !== true && !driven.has(at)) return;
    engine.pause?.();
  };

  return {
    instances: () => [...instances(0).keys()],
    callScripts: () => [...instances(0).keys()].some(callsScripts),
    seek(seconds, guard) {
      const driven = instances(seconds * 1000);
      for (const [instance, began] of driven) {
        guard(() => {
          instance.pause?.();
          instance.seek?.(localTime(instance, Math.max(0, seconds * 1000 - began)));
        });
      }
      if (driven.size > 0) guard(() => stopEngine(driven));
    },
  };
}
