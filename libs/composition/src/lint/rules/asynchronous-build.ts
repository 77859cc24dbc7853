/** Timelines that are registered before asynchronous code fills them (reference: composition-format 7.2 and 7.3). */
import type { Rule } from '../rule.js';
import { type TimelineCall, type Tween, timelinesOf, tweensOf } from '../script/gsap.js';
import type { LintScript } from '../script/lint-script.js';
import { registryUse } from '../script/registry.js';
import {
  argumentsOf,
  child,
  isFunction,
  isGlobal,
  isIdentifier,
  methodOf,
  propertyName,
  type SyntaxNode,
  type SyntaxTree,
} from '../script/syntax.js';

const DEFERRING_METHODS = new Set(['then', 'finally']);
const DEFERRING_GLOBALS = ['setTimeout', 'setInterval', 'requestIdleCallback'];
const LATE_EVENTS = new Set(['load', 'loadeddata', 'loadedmetadata', 'canplay', 'canplaythrough', 'message']);

export const asynchronousBuild: Rule = ({ units }, report) => {
  for (const unit of units) {
    // A page that says when it is done building is waited for.
    if (unit.scripts.some(announcesBuilding)) continue;
    for (const script of unit.scripts) {
      const tree = script.parsed?.tree;
      if (tree === undefined) continue;
      const timelines = timelinesOf(script);
      const tweens = tweensOf(script, timelines);
      for (const timeline of timelines) {
        const registered = registrationOf(script, timeline);
        const late =
          registered === null
            ? undefined
            : tweens.find((one) => one.timeline === timeline && isLater(tree, one, registered));
        if (registered === null || late === undefined) continue;
        report('gsap_timeline_registered_before_async_build', {
          unit,
          file: script.source.file,
          message: `the timeline registered in ${script.source.file}:${script.lineOf(registered)} gets tweens in asynchronous code (line ${script.lineOf(late.call)}), which may run after its length was read`,
          fixHint:
            'Build first and register last, or set window.__hfTimelinesBuilding until the event hf-timelines-built.',
          snippet: script.text(late.call),
        });
      }
    }
  }
};

const announcesBuilding = (script: LintScript): boolean =>
  script.parsed?.tree.nodes.some((node) => isIdentifier(node, '__hfTimelinesBuilding')) ?? false;

function registrationOf(script: LintScript, timeline: TimelineCall): SyntaxNode | null {
  const found = registryUse(script).registrations.find(
    ({ value }) =>
      (timeline.name !== null && isIdentifier(value, timeline.name)) ||
      (value !== null && value.start <= timeline.chain.start && value.end >= timeline.chain.end),
  );
  return found?.node ?? null;
}

/** The tween runs in a later turn than the registration. */
function isLater(tree: SyntaxTree, tween: Tween, registered: SyntaxNode): boolean {
  for (const at of tree.ancestors(tween.call)) {
    if (!isFunction(at)) continue;
    if (at.start <= registered.start && registered.end <= at.end) break;
    if (isDeferred(tree, at)) return true;
  }
  const around = tree.functionAround(tween.call);
  if (around !== tree.functionAround(registered)) return false;
  return tree
    .of('AwaitExpression')
    .some((one) => tree.functionAround(one) === around && one.start > registered.end && one.end < tween.call.end);
}

function isDeferred(tree: SyntaxTree, callback: SyntaxNode): boolean {
  const parent = tree.parent(callback);
  if (parent?.type === 'AssignmentExpression') {
    const name = propertyName(child(parent, 'left'));
    return name?.startsWith('on') === true && LATE_EVENTS.has(name.slice(2));
  }
  if (parent?.type !== 'CallExpression') return false;
  const { name } = methodOf(parent);
  if (name !== null && DEFERRING_METHODS.has(name)) return true;
  if (DEFERRING_GLOBALS.some((one) => isGlobal(child(parent, 'callee'), one))) return true;
  const [event] = argumentsOf(parent);
  const listens = name === 'addEventListener' || isGlobal(child(parent, 'callee'), 'addEventListener');
  return listens && event?.type === 'Literal' && LATE_EVENTS.has(String(event.value));
}
