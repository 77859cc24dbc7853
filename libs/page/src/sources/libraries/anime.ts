/**
 * anime.js under the frame clock (reference: composition-format 7.2): what is pushed to `__hfAnime` or registered by
 * `hyperframesAnime`, and in version 3 all that ever ran, until a script stops, starts or turns one of these: version 3 plays that by itself from
 * then on, frame by frame (docs/decisions/animations-have-clocks.md).
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
  /** Version 3 alone: what it moves. */
  readonly animatables?: readonly { readonly target?: unknown }[];
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
  /** `speed` of version 3 is that of all instances. */
  readonly anime?: { readonly running?: unknown; readonly engine?: Engine; readonly speed?: unknown };
  readonly __hfAnime?: unknown;
  readonly hyperframesAnime?: Partial<AnimeRegister>;
};
const globals = window as unknown as Globals;

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value == null ? [] : [value]);
const isAnime = (value: unknown): value is AnimeLike => typeof (value as AnimeLike | null)?.seek === 'function';

/** Methods of version 3 by which a script takes an instance into its hands. */
const CONTROLS = ['pause', 'play', 'restart', 'reverse'] as const;

const speedNow = (): number => {
  const speed = Number(globals.anime?.speed ?? 1);
  return speed > 0 && Number.isFinite(speed) ? speed : 1;
};

/** Version 3 wraps passes where it ticks, not where it is seeked. `elapsed`: ms since it began. */
function localTime({ duration = 0, loop, direction }: AnimeLike, elapsed: number): number {
  const isThird = direction !== undefined;
  const milliseconds = isThird ? elapsed * speedNow() : elapsed;
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

/** `taken` hears of an element that an instance moves which a script takes into its hands. */
export function createAnime(taken: (element: Element | null) => void): Anime {
  /** Those of version 3 with when they began, ms: it takes from its list what does not play. */
  const ran = new Map<AnimeLike, number>();
  /** What stops each of them, of the library's own. */
  const pauses = new WeakMap<AnimeLike, () => unknown>();
  const released = new WeakSet<AnimeLike>();

  const release = (instance: AnimeLike): void => {
    if (!ran.delete(instance)) return;
    released.add(instance);
    const target = instance.animatables?.[0]?.target;
    taken(target instanceof Element ? target : null);
  };
  /** Its methods stand on the instance itself. */
  const hear = (instance: AnimeLike): void => {
    const methods = instance as Partial<Record<(typeof CONTROLS)[number], (...args: unknown[]) => unknown>>;
    if (methods.pause !== undefined) pauses.set(instance, methods.pause.bind(instance));
    for (const name of CONTROLS) {
      const method = methods[name];
      if (method === undefined) continue;
      methods[name] = (...args) => {
        release(instance);
        return method.apply(instance, args);
      };
    }
  };

  const instances = (milliseconds: number): Map<AnimeLike, number> => {
    for (const instance of listOf(globals.anime?.running)) {
      if (!isAnime(instance) || ran.has(instance) || released.has(instance)) continue;
      ran.set(instance, milliseconds);
      if (instance.direction !== undefined) hear(instance);
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
        // What the callback of another one took into its hands is no longer to be set.
        if (released.has(instance)) continue;
        guard(() => {
          (pauses.get(instance) ?? instance.pause?.bind(instance))?.();
          instance.seek?.(localTime(instance, Math.max(0, seconds * 1000 - began)));
        });
      }
      if (driven.size > 0) guard(() => stopEngine(driven));
    },
  };
}
