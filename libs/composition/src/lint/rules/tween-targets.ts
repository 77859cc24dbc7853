/** Tweens that work against the renderer or against CSS (reference: composition-format 3). */

import { nameOf, type Rule } from '../rule.js';
import { changedProperties, type Tween, timelinesOf, tweensOf } from '../script/gsap.js';
import { properties } from '../script/syntax.js';
import { stylesOf } from '../source/declared-style.js';
import { matches } from '../source/element-match.js';
import { isTimed } from '../source/timing.js';
import type { Unit } from '../source/unit.js';

const VISIBILITY = new Set(['visibility', 'display', 'autoAlpha']);

const tweensIn = (unit: Unit): Tween[] => unit.scripts.flatMap((script) => tweensOf(script, timelinesOf(script)));

export const clipVisibility: Rule = ({ units }, report) => {
  for (const unit of units) {
    const clips = unit.elements.filter(
      (element) => isTimed(element) && element !== unit.root && element.tagName !== 'audio',
    );
    for (const tween of tweensIn(unit)) {
      const property = changedProperties(tween).find((name) => VISIBILITY.has(name));
      if (property === undefined) continue;
      for (const selector of tween.targets ?? []) {
        const clip = clips.find((element) => matches(element, selector));
        if (clip === undefined) continue;
        report('gsap_animates_clip_element', {
          unit,
          file: tween.script.source.file,
          selector,
          element: clip,
          message: `${tween.script.source.file}:${tween.script.lineOf(tween.vars ?? tween.call)} animates "${property}" of ${nameOf(clip)}, which is timed: its window alone decides when it is visible`,
          fixHint:
            property === 'autoAlpha'
              ? 'Animate opacity, or an element inside the clip.'
              : 'Change data-start and data-duration, or animate an element inside the clip.',
          snippet: tween.script.text(tween.vars ?? tween.call),
        });
      }
    }
  }
};

/** What a transform function of CSS and the properties of a tween have in common. */
const CONFLICTS: readonly {
  readonly css: RegExp;
  readonly tween: readonly string[];
  readonly unless: readonly string[];
}[] = [
  { css: /\btranslate(?:X|Y|3d)?\(/i, tween: ['x', 'y', 'xPercent', 'yPercent'], unless: ['xPercent', 'yPercent'] },
  { css: /\bscale(?:X|Y|3d)?\(/i, tween: ['scale', 'scaleX', 'scaleY'], unless: [] },
  { css: /\brotate(?:Z)?\(/i, tween: ['rotation', 'rotate'], unless: [] },
];

export const transformConflicts: Rule = ({ units }, report) => {
  for (const unit of units) {
    for (const tween of tweensIn(unit)) {
      // fromTo states both ends, so nothing of the CSS is meant to last.
      if (tween.method === 'fromTo' || tween.targets === null) continue;
      const vars = properties(tween.vars);
      const conflicts = CONFLICTS.filter(
        ({ tween: names, unless }) => names.some((name) => vars.has(name)) && !unless.some((name) => vars.has(name)),
      );
      if (conflicts.length === 0) continue;
      for (const selector of tween.targets) {
        const found = unit.elements
          .filter((element) => matches(element, selector))
          .flatMap((element) => stylesOf(unit, element).map((style) => ({ element, style })))
          .find(({ style }) => style.property === 'transform' && conflicts.some(({ css }) => css.test(style.value)));
        if (found === undefined) continue;
        report('gsap_css_transform_conflict', {
          unit,
          file: tween.script.source.file,
          selector,
          element: found.element,
          message: `${tween.script.source.file}:${tween.script.lineOf(tween.vars ?? tween.call)} moves ${nameOf(found.element)}, whose CSS has transform: ${found.style.value}; GSAP replaces that transform`,
          fixHint: 'Place the element without transform (inset, flex, margin), or state both ends with fromTo.',
          snippet: tween.script.text(tween.vars ?? tween.call),
        });
      }
    }
  }
};
