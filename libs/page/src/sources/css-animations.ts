/** CSS animations, CSS transitions and Web Animations under the frame clock (reference: composition-format 7.2). */
import { animationsIn, NativeMutationObserver, ruleStyle } from '../natives.js';
import type { StyleChanges } from '../style-changes.js';
import { sheetsIn, type Trees } from '../trees.js';
import { wrapMethod } from '../wrap-natives.js';

interface Driven {
  readonly animation: Animation;
  /** Milliseconds of local time at render time `seconds`. */
  readonly localTime: (seconds: number) => number;
}

export interface AnimationDriver {
  /** Sets the known animations to a time. */
  seek(seconds: number): void;
  /** Looks for animations that appeared, unless nothing happened that could have made any; sets them too. */
  scan(seconds: number, force?: boolean): void;
  /** End of the longest finite animation in seconds from the start of the render, and names for messages. */
  lengths(): { end: number; names: string[] };
}

export interface AnimationTiming {
  /** How a CSS animation on `element` runs: `localSeconds = (t - start) * rate + offset`. */
  cssClock(element: Element): { readonly start: number; readonly rate: number; readonly offset: number };
  /** True once frames are being seeked: animations that appear now count from their frame. */
  running(): boolean;
  isTimed(element: Element): boolean;
}

const isTransition = (animation: Animation): animation is CSSTransition =>
  typeof CSSTransition !== 'undefined' && animation instanceof CSSTransition;
const isCssAnimation = (animation: Animation): animation is CSSAnimation =>
  typeof CSSAnimation !== 'undefined' && animation instanceof CSSAnimation;

function targetOf(animation: Animation): Element | null {
  const effect = animation.effect;
  return effect instanceof KeyframeEffect ? effect.target : null;
}

/** Tells whether anything has happened since the last scan that may have started an animation. */
function watchForStarts(trees: Trees, styles: StyleChanges): { dirty(): boolean; mark(): void } {
  let dirty = true;
  let rulesWithTransitions: boolean | null = null;
  const observer = new NativeMutationObserver(consume);
  function consume(records: readonly MutationRecord[]): void {
    if (dirty) return;
    for (const record of records) {
      if (record.type === 'attributes' && record.attributeName === 'style') {
        const style = (record.target as HTMLElement).style as CSSStyleDeclaration | undefined;
        // A tween writes transform or opacity here on every frame; only these can start or stop an animation.
        if (style === undefined) continue;
        const starts = style.animationName !== '' || style.transitionProperty !== '' || style.transitionDuration !== '';
        const displayed = style.display !== '' || (record.oldValue?.includes('display') ?? false);
        const stopped = record.oldValue?.includes('animation') ?? false;
        if (!starts && !displayed && !stopped) continue;
      }
      dirty = true;
      rulesWithTransitions = null;
      return;
    }
  }
  const mark = () => {
    dirty = true;
    rulesWithTransitions = null;
  };
  trees.each((tree) => {
    observer.observe(tree, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
      attributeOldValue: true,
    });
    mark();
  });
  wrapMethod(Element.prototype, 'animate', mark);
  wrapMethod(Animation.prototype, 'play', mark);
  let seenStyles = styles.count();
  return {
    dirty() {
      trees.update();
      consume(observer.takeRecords());
      const count = styles.count();
      if (count !== seenStyles) mark();
      seenStyles = count;
      if (dirty) return true;
      rulesWithTransitions ??= hasTransitionRules(trees);
      return rulesWithTransitions;
    },
    mark: () => {
      consume(observer.takeRecords());
      dirty = false;
    },
  };
}

/** Any style change may start a transition when a rule declares one; an unreadable sheet may hold one. */
function hasTransitionRules(trees: Trees): boolean {
  const holds = (rules: CSSRuleList): boolean =>
    [...rules].some((rule) => {
      const style = ruleStyle(rule);
      if (style !== undefined && (style.transitionDuration !== '' || style.transition !== '')) return true;
      if (rule instanceof CSSImportRule) return rule.styleSheet !== null && sheetHolds(rule.styleSheet);
      const nested = (rule as { cssRules?: CSSRuleList }).cssRules;
      return nested !== undefined && nested.length > 0 && holds(nested);
    });
  const sheetHolds = (sheet: CSSStyleSheet): boolean => {
    try {
      return holds(sheet.cssRules);
    } catch {
      // A sheet of another origin does not show its rules, so it counts as holding some.
      return true;
    }
  };
  return [...trees.now()].some((tree) => sheetsIn(tree).some(sheetHolds));
}

export function createAnimationDriver(timing: AnimationTiming, trees: Trees, styles: StyleChanges): AnimationDriver {
  const driven = new Map<Animation, Driven>();
  const watch = watchForStarts(trees, styles);

  const place = ({ animation, localTime }: Driven, seconds: number): void => {
    // playState would tell the same, but it brings styles up to date: once for each animation after each change.
    const present = animation.currentTime;
    // Setting the time of a cancelled animation would bring it back to life.
    if (present === null) {
      driven.delete(animation);
      return;
    }
    if (animation.startTime !== null) animation.pause();
    const milliseconds = localTime(seconds);
    if (present !== milliseconds || animation.startTime !== null) animation.currentTime = milliseconds;
  };

  const clockOf = (animation: Animation, seconds: number): ((at: number) => number) => {
    const target = targetOf(animation);
    if (target === null || !isCssAnimation(animation)) {
      const created = timing.running() ? seconds : 0;
      return (at) => (at - created) * 1000;
    }
    return (at) => {
      const { start, rate, offset } = timing.cssClock(target);
      return ((at - start) * rate + offset) * 1000;
    };
  };

  const scan = (seconds: number, force = false): void => {
    if (!force && !watch.dirty()) return;
    for (const animation of [...trees.now()].flatMap(animationsIn)) {
      if (driven.has(animation) || animation.timeline !== document.timeline) continue;
      const target = targetOf(animation);
      if (
        isTransition(animation) &&
        animation.transitionProperty === 'visibility' &&
        target !== null &&
        timing.isTimed(target)
      ) {
        // The runtime's own showing and hiding must not be stretched by `transition: all`.
        animation.cancel();
        continue;
      }
      const entry = { animation, localTime: clockOf(animation, seconds) };
      driven.set(animation, entry);
      animation.pause();
      place(entry, seconds);
    }
    for (const animation of driven.keys()) {
      const target = targetOf(animation);
      if (target !== null && !target.isConnected) driven.delete(animation);
    }
    watch.mark();
  };

  return {
    seek(seconds) {
      for (const entry of driven.values()) place(entry, seconds);
    },
    scan,
    lengths() {
      let end = 0;
      const names: string[] = [];
      for (const { animation, localTime } of driven.values()) {
        const last = Number(animation.effect?.getComputedTiming().endTime ?? 0);
        const zero = localTime(0);
        const perSecond = localTime(1) - zero;
        const finish = perSecond > 0 ? (last - zero) / perSecond : 0;
        const kind = isTransition(animation) ? 'transition' : 'animation';
        const name = isCssAnimation(animation)
          ? animation.animationName
          : isTransition(animation)
            ? animation.transitionProperty
            : animation.id || 'Web Animation';
        const finite = Number.isFinite(finish);
        names.push(`${kind} "${name}": ${finite ? `ends at ${Number(finish.toFixed(3))} s` : 'infinite'}`);
        if (finite && !isTransition(animation)) end = Math.max(end, finish);
      }
      return { end, names };
    },
  };
}
