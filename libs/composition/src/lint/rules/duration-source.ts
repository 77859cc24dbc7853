/** Something must give the composition a length (reference: composition-format 5). */
import { attribute } from '../../source/dom.js';
import type { Rule } from '../rule.js';
import type { LintScript } from '../script/lint-script.js';
import { registryUse } from '../script/registry.js';
import { child, isGlobal, isIdentifier, methodOf } from '../script/syntax.js';
import { isUnknownCode } from '../script/unknown-code.js';
import { isMedia, statedLength } from '../source/timing.js';

/** Globals and calls by which a script brings an animation with a length of its own. */
const ANIMATION_NAMES = ['__hfAnime', '__hfLottie', '__hf', 'anime', 'lottie', 'bodymovin', 'DotLottie'];

function bringsLength(script: LintScript): boolean {
  const tree = script.parsed?.tree;
  if (tree === undefined) return true;
  if (registryUse(script).isMentioned) return true;
  if (tree.of('CallExpression').some((call) => methodOf(call).name === 'animate')) return true;
  if (tree.of('NewExpression').some((made) => isGlobal(child(made, 'callee'), 'Animation'))) return true;
  return tree.of('Identifier').some((node) => ANIMATION_NAMES.some((name) => isIdentifier(node, name)));
}

export const durationSource: Rule = (project, report) => {
  const { entry, units } = project;
  const { root } = entry;
  if (root === null || statedLength(root) !== null) return;
  const name = ['data-duration', 'data-composition-duration'].find((one) => attribute(root, one) !== null);
  if (name !== undefined) {
    report('root_composition_missing_duration_source', {
      unit: entry,
      element: root,
      message: `${name}="${attribute(root, name)}" on the root is not a finite number of seconds above 0`,
      fixHint: 'Write a length such as data-duration="5", or remove the attribute to take the length of the timelines.',
    });
    return;
  }
  const isAnimated = units.some((unit) =>
    unit.sheets.some((sheet) => {
      let found = false;
      sheet.root.walkDecls(/^(?:-webkit-)?animation(?:-name)?$/i, () => {
        found = true;
      });
      return found;
    }),
  );
  const hasSource =
    isAnimated ||
    units.some(
      (unit) =>
        unit.elements.some((element) => isMedia(element) || /animation/i.test(attribute(element, 'style') ?? '')) ||
        unit.hosts.some((host) => attribute(host.element, 'data-duration') !== null) ||
        (unit !== entry && statedLength(unit.root) !== null) ||
        unit.scripts.some(bringsLength) ||
        isUnknownCode(unit),
    );
  if (hasSource) return;
  report('root_composition_missing_duration_source', {
    unit: entry,
    element: root,
    message: `nothing gives "${attribute(root, 'data-composition-id')}" a length: no data-duration, timeline, media, nested composition or finite animation`,
    fixHint: 'Write data-duration (seconds) on the root.',
  });
};
