/** Selectors, transitions, and what the output format makes of styles (reference: composition-format 6, 7.2 and 12). */
import { FORMATS } from '@framefarm/contract';
import parser from 'postcss-selector-parser';
import { compositionId } from '../../nesting/expansion.js';
import { attribute } from '../../source/dom.js';
import { cssIdentifier } from '../../style/css-text.js';
import { nameOf, type Rule } from '../rule.js';
import { targetsOf } from '../script/gsap.js';
import { argumentsOf, methodOf } from '../script/syntax.js';
import { inlineStyle, paintedBackground, type StyleUse, styleRules } from '../source/declared-style.js';
import { isMedia, isTimed } from '../source/timing.js';
import type { Unit } from '../source/unit.js';

const SHORTHAND = /^(?:-webkit-)?transition$/i;
const IDLE = /^(?:none|all\s+0m?s(?:\s+\S+)?(?:\s+0m?s)?|0m?s|initial|unset|inherit|revert)$/i;

/** True for times of which none lets a change take longer than a moment. One by one: a pattern of the whole list would try every way to read each. */
const takesNoTime = (durations: string): boolean =>
  /^(?:initial|unset|inherit|revert)$/i.test(durations) ||
  durations.split(',').every((part) => {
    const time = part.trim();
    return /m?s$/i.test(time) && Number(time.replace(/m?s$/i, '')) <= 0;
  });

/**
 * By the shorthand, or by a duration above 0: without `transition-property` it is that of all properties. Where a rule has both, the
 * shorthand is told of.
 */
function isTransition({ property, value, declaration }: StyleUse): boolean {
  if (SHORTHAND.test(property)) return !IDLE.test(value.trim());
  if (!/^(?:-webkit-)?transition-duration$/.test(property) || takesNoTime(value.trim())) return false;
  return !declaration.parent?.some(
    (other) =>
      other.type === 'decl' &&
      (SHORTHAND.test(other.prop) ||
        (/^(?:-webkit-)?transition-property$/i.test(other.prop) && /^none$/i.test(other.value.trim()))),
  );
}

export const transitions: Rule = ({ units }, report) => {
  for (const unit of units) {
    const uses = [
      ...[...styleRules(unit)].map((use) => ({ use, element: null })),
      ...unit.elements.flatMap((element) => inlineStyle(element, unit.file).map((use) => ({ use, element }))),
    ];
    for (const { use, element } of uses) {
      if (!isTransition(use)) continue;
      const where = use.selector ?? (element === null ? use.file : nameOf(element));
      report('css_transition_used', {
        unit,
        file: use.file,
        ...(use.selector === null ? {} : { selector: use.selector }),
        ...(element === null ? {} : { element }),
        message: `${use.property}: ${use.value} (${where}) begins when something changes; its frames follow from when that was seen`,
        fixHint: 'Use a CSS animation or a timeline, which begin at a time of the composition.',
        snippet: String(use.declaration),
      });
    }
  }
};

/** CSS that is scoped to a composition id must find an element with that id. */
export const scopedCss: Rule = (project, report) => {
  const known = new Set(project.units.flatMap((unit) => unit.elements.map(compositionId)));
  for (const mount of project.mounts) known.add(mount.host?.id ?? null);
  for (const unit of project.units) {
    if (unit.isEntry && unit.root === null) continue;
    for (const { root, file } of unit.sheets) {
      root.walkRules(/data-composition-id/i, ({ selector }) => {
        for (const id of idsInSelector(selector)) {
          if (known.has(id)) continue;
          report('scoped_css_missing_wrapper', {
            unit,
            file,
            selector,
            message: `the selector ${selector} aims at composition "${id}", but no element has this id`,
            fixHint: 'Correct the id, or give it to the element around the content.',
          });
        }
      });
    }
  }
};

function idsInSelector(selector: string): string[] {
  const found: string[] = [];
  try {
    parser()
      .astSync(selector)
      .walkAttributes((node) => {
        if (node.attribute.toLowerCase() === 'data-composition-id' && node.operator === '=' && node.value)
          found.push(node.value);
      });
  } catch {
    // An unreadable selector matches nothing in a browser either.
  }
  return found;
}

export const escapedIds: Rule = ({ units }, report) => {
  for (const unit of units) {
    const targeted = selectorTexts(unit);
    for (const element of unit.elements) {
      const id = attribute(element, 'id');
      if (id === null || id === '' || cssIdentifier(id) === id) continue;
      const matters =
        isTimed(element) ||
        isMedia(element) ||
        compositionId(element) !== null ||
        targeted.some((text) => text.includes(`#${id}`));
      if (!matters) continue;
      report('id_requires_css_escape', {
        unit,
        element,
        message: `the id "${id}" cannot be written as #${id}: a selector needs #${cssIdentifier(id).trim()}`,
        fixHint: 'Begin ids with a letter and use letters, digits, "-" and "_" only.',
      });
    }
  }
};

/** Texts that scripts hand to animations and queries. */
function selectorTexts(unit: Unit): string[] {
  return unit.scripts.flatMap((script) =>
    (script.parsed?.tree.of('CallExpression') ?? []).flatMap((call) =>
      methodOf(call).name === null ? [] : (targetsOf(script, argumentsOf(call)[0] ?? null) ?? []),
    ),
  );
}

export const rootBackground: Rule = ({ entry }, report, request) => {
  if (request.outputFormat === undefined || !FORMATS[request.outputFormat].alpha || entry.root === null) return;
  const use = paintedBackground(entry, entry.root);
  if (use === null) return;
  report('root_background_with_alpha', {
    unit: entry,
    element: entry.root,
    file: use.file,
    ...(use.selector === null ? {} : { selector: use.selector }),
    message: `the root has ${use.property}: ${use.value}; ${request.outputFormat} is to be transparent, and this background stays`,
    fixHint: 'Put the background on an element inside the root that the transparent version leaves out.',
    snippet: String(use.declaration),
  });
};
