/**
 * What a page says it is still building: `__tailwindReady`, `__hfTimelinesBuilding`, and promises by name in `__hf.buildReady` (reference:
 * composition-format 7.4).
 */
import { NativePromise } from '../natives/natives.js';
import type { WarningLog } from '../report/warnings.js';
import { composesLater } from '../sources/libraries/scene-composites.js';

interface Building {
  readonly __hf?: { readonly buildReady?: Readonly<Record<string, unknown>> };
  readonly __tailwindReady?: unknown;
  __hfTimelinesBuilding?: unknown;
}

export interface Builds {
  /** Those that have not ended, in words. One that fails is told of as an error of a script. */
  open(): string[];
}

export function watchBuilds(log: WarningLog): Builds {
  /** Whether they have ended. */
  const seen = new WeakMap<object, { ended: boolean }>();
  const watch = (promise: PromiseLike<unknown>): { ended: boolean } => {
    const state = { ended: false };
    seen.set(promise, state);
    NativePromise.resolve(promise).then(
      () => {
        state.ended = true;
      },
      (reason) => {
        state.ended = true;
        log.scriptError(reason);
      },
    );
    return state;
  };
  const globals = window as unknown as Building;
  window.addEventListener(
    'hf-timelines-built',
    () => {
      globals.__hfTimelinesBuilding = false;
    },
    { once: true },
  );
  return {
    open() {
      const { __hf: hf, __tailwindReady, __hfTimelinesBuilding } = globals;
      const named = Object.entries(hf?.buildReady ?? {}).map(([name, value]) => [`__hf.buildReady "${name}"`, value]);
      const building = [...named, ['__tailwindReady', __tailwindReady]]
        .filter((entry): entry is [string, PromiseLike<unknown>] => isPromise(entry[1]))
        .filter(([, promise]) => !(seen.get(promise) ?? watch(promise)).ended)
        .map(([name]) => name);
      if (__hfTimelinesBuilding === true) building.push('__hfTimelinesBuilding');
      return composesLater() ? [...building, 'transitions between scenes'] : building;
    },
  };
}

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof (value as PromiseLike<unknown> | null | undefined)?.then === 'function';
