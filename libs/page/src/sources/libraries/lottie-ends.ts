/** Ends of animations of lottie-web, of which the library tells only where its own clock brings them there. */
import { type LottiePace, type LottieState, passesOf, passesOver } from './lottie-frames.js';

/** What tells listeners, in lottie-web. */
export interface LottieEvents {
  trigger?: (name: string) => void;
  onComplete?: unknown;
  onLoopComplete?: unknown;
  _cbs?: Readonly<Record<string, readonly unknown[] | null>> | null;
}

export interface LottieEnds {
  /** Whether a listener waits for an end that comes. */
  isAwaited(animation: LottieEvents, pace: LottiePace): boolean;
  /** Tells of the passes that are over by this time, each once; a listener may have the animation go elsewhere, which `state` then tells. */
  tell(animation: LottieEvents, state: () => LottieState, pace: LottiePace, seconds: number): void;
}

export function createLottieEnds(): LottieEnds {
  const told = new WeakMap<LottieEvents, { state: LottieState; passes: number }>();
  return {
    isAwaited({ onComplete, onLoopComplete, _cbs }, pace) {
      const atEnd = (onComplete != null || _cbs?.complete != null) && Number.isFinite(passesOf(pace));
      return atEnd || ((onLoopComplete != null || _cbs?.loopComplete != null) && passesOf(pace) > 1);
    },
    tell(animation, stateNow, pace, seconds) {
      const state = stateNow();
      const over = passesOver(state, pace, seconds);
      const before = told.get(animation);
      let passes = before?.state === state ? before.passes : 0;
      told.set(animation, { state, passes: over });
      while (++passes <= over && stateNow() === state) {
        animation.trigger?.(passes === passesOf(pace) ? 'complete' : 'loopComplete');
      }
    },
  };
}
