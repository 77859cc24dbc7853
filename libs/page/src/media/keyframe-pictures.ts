/** Pictures that animations of scripts go through: heard of when the script makes one, as they stand in no rule. */
import { wrapConstructor, wrapMethod } from '../natives/wrap-natives.js';

/** Its keyframes, as the browser took them: longhands and shorthands by the names that scripts use. */
export type Keyframes = readonly ComputedKeyframe[];

/** Calls `onKeyframes` with each that may name a picture. To be called before any script of the page. */
export function watchKeyframePictures(onKeyframes: (keyframes: Keyframes) => void): void {
  const note = (effect: unknown): void => {
    if (!(effect instanceof KeyframeEffect)) return;
    const keyframes = effect.getKeyframes();
    if (keyframes.some(namesPicture)) onKeyframes(keyframes);
  };
  wrapMethod(Element.prototype, 'animate', (_, animation) => note((animation as Animation).effect));
  wrapMethod(KeyframeEffect.prototype, 'setKeyframes', note);
  wrapConstructor('KeyframeEffect', note);
}

const namesPicture = (keyframe: ComputedKeyframe): boolean =>
  Object.values(keyframe).some((value) => typeof value === 'string' && value.includes('url('));
