/** What animations of scripts go through, of what a surface cannot show: heard from before the first of them, as none stands in a rule. */
import { wrapConstructor, wrapMethod } from '../../natives/wrap-natives.js';
import { LOOKS, type Look } from './looks.js';

export interface AnimatedLooks {
  /** The first that a surface cannot show, in words; null without one. */
  obstacle(): string | null;
  /** Whether one blends something with what is behind it. */
  blends(): boolean;
}

/** Call it before any script of the page. */
export function watchAnimatedLooks(): AnimatedLooks {
  let found: string | null = null;
  let blends = false;
  const note = (effect: unknown): void => {
    if (!(effect instanceof KeyframeEffect)) return;
    const keyframes = effect.getKeyframes();
    const names = new Set(keyframes.flatMap((keyframe) => Object.keys(keyframe)));
    const has = ({ property, value }: Look): boolean => {
      const name = camelCase(property);
      return names.has(name) && (value === undefined || keyframes.some((one) => value.test(String(one[name]))));
    };
    const look = LOOKS.find(has);
    if (look !== undefined) found ??= `a script animates what ${look.why}`;
    blends ||= names.has('mixBlendMode');
  };
  wrapMethod(Element.prototype, 'animate', (_, animation) => note((animation as Animation).effect));
  wrapMethod(KeyframeEffect.prototype, 'setKeyframes', note);
  wrapConstructor('KeyframeEffect', note);
  return { obstacle: () => found, blends: () => blends };
}

const camelCase = (property: string): string =>
  property.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
