/** Registering timelines in window.__timelines (reference: composition-format 6 and 7.2). */
import { compositionId } from '../../nesting/expansion.js';
import { attribute } from '../../source/dom.js';
import { holdsTemplateToken } from '../../source/paths.js';
import type { Rule } from '../rule.js';
import { type TimelineCall, timelinesOf } from '../script/gsap.js';
import type { LintScript } from '../script/lint-script.js';
import { type Registration, registryUse } from '../script/registry.js';
import { child, isIdentifier, methodOf, propertyName, type SyntaxNode, type SyntaxTree } from '../script/syntax.js';
import { isUnknownCode } from '../script/unknown-code.js';
import type { LintProject } from '../source/lint-project.js';
import type { Unit } from '../source/unit.js';

const INIT = 'window.__timelines = window.__timelines || {};';

/** Sources whose scripts ran before those of `unit`: the ones it is mounted in, and itself. */
function outward(project: LintProject, unit: Unit): Unit[] {
  const found = new Set<Unit>([unit]);
  for (const mount of project.mountsOf(unit))
    for (let at = mount.parent; at !== null; at = at.parent) found.add(at.unit);
  return [...found];
}

export const registry: Rule = (project, report) => {
  for (const unit of project.units) {
    const uses = unit.scripts.map(registryUse);
    const registrations = uses.flatMap((use) => use.registrations);
    const isMentioned = uses.some((use) => use.isMentioned);
    const timelines = unit.scripts.flatMap(timelinesOf);
    const lost = timelines.filter((timeline) => !isUsedElsewhere(timeline, registrations));
    const [first] = lost;
    if (first !== undefined && !isMentioned && lost.length === timelines.length) {
      report('missing_timeline_registry', {
        unit,
        file: first.script.source.file,
        message: `${first.script.source.file}:${first.script.lineOf(first.call)} makes a GSAP timeline, but nothing is ever put into window.__timelines, so no frame shows it`,
        fixHint: `${INIT} window.__timelines['<composition id>'] = ${first.name ?? 'tl'};`,
        snippet: first.script.text(first.chain),
      });
    } else {
      for (const timeline of lost) {
        report('gsap_timeline_not_registered', {
          unit,
          file: timeline.script.source.file,
          message: `the timeline${timeline.name === null ? '' : ` "${timeline.name}"`} made in ${timeline.script.source.file}:${timeline.script.lineOf(timeline.call)} is not put into window.__timelines`,
          fixHint: 'Register it under the id of its composition, or add it to a timeline that is registered.',
          snippet: timeline.script.text(timeline.chain),
        });
      }
    }
    const before = outward(project, unit).flatMap((one) => one.scripts.map(registryUse));
    const [written] = registrations;
    if (written !== undefined && !before.some((use) => use.isInitialised)) {
      report('timeline_registry_missing_init', {
        unit,
        file: written.script.source.file,
        message: `${written.script.source.file}:${written.script.lineOf(written.node)} writes to window.__timelines without making it first; outside a render this throws`,
        fixHint: INIT,
        snippet: written.script.text(written.node),
      });
    }
  }
};

/** True when the timeline is registered, or handed to something that may register or drive it. */
function isUsedElsewhere(timeline: TimelineCall, registrations: readonly Registration[]): boolean {
  const tree = timeline.script.parsed?.tree;
  if (tree === undefined) return true;
  const { chain, name } = timeline;
  if (registrations.some((one) => one.value !== null && contains(one.value, chain))) return true;
  const parent = tree.parent(chain);
  if (name === null) return parent?.type !== 'ExpressionStatement' && parent?.type !== 'AwaitExpression';
  return tree.nodes.some((node) => refersTo(tree, node, name) && !isOwnUse(tree, node, chain));
}

const contains = (outer: SyntaxNode, inner: SyntaxNode): boolean =>
  outer.start <= inner.start && inner.end <= outer.end;

const refersTo = (tree: SyntaxTree, node: SyntaxNode, name: string): boolean => {
  if (node.type === 'MemberExpression') return propertyName(node) === name;
  const parent = tree.parent(node);
  const isKey = parent?.type === 'MemberExpression' && child(parent, 'property') === node && parent.computed !== true;
  return isIdentifier(node, name) && !isKey;
};

/** The place where the timeline is stored, and calls of its own methods. */
function isOwnUse(tree: SyntaxTree, node: SyntaxNode, chain: SyntaxNode): boolean {
  const parent = tree.parent(node);
  if (parent?.type === 'VariableDeclarator' && child(parent, 'id') === node) return true;
  if (parent?.type === 'AssignmentExpression' && child(parent, 'left') === node) return contains(parent, chain);
  if (parent?.type !== 'MemberExpression' || child(parent, 'object') !== node) return false;
  // A chain that is not a statement of its own hands the timeline on, as in `all.add(tl.to(…))`.
  let at: SyntaxNode = parent;
  for (let next = tree.parent(at); next !== null; next = tree.parent(at)) {
    const isLink =
      (next.type === 'CallExpression' && child(next, 'callee') === at) ||
      (next.type === 'MemberExpression' && child(next, 'object') === at) ||
      next.type === 'ChainExpression';
    if (!isLink) break;
    at = next;
  }
  return at.type !== 'CallExpression' || methodOf(at).name === null || isDropped(tree, at);
}

function isDropped(tree: SyntaxTree, call: SyntaxNode): boolean {
  const parent = tree.parent(call);
  if (parent === null || parent.type === 'ExpressionStatement') return true;
  // `(x) => tl.to(x, …)` as a callback, `flag && tl.to(…)`: the result of a tween method matters to nobody.
  return /^(?:ArrowFunctionExpression|LogicalExpression|ConditionalExpression|SequenceExpression|UnaryExpression|ForStatement)$/.test(
    parent.type,
  );
}

export const timelineIds: Rule = (project, report) => {
  if (project.entry.root === null) return;
  const known = new Set<string>();
  for (const unit of project.units) {
    for (const element of unit.elements) known.add(compositionId(element) ?? '');
    for (const mount of project.mountsOf(unit)) known.add(mount.host?.id ?? '');
  }
  for (const unit of project.units) {
    for (const { key, node, script } of unit.scripts.flatMap((one) => registryUse(one).registrations)) {
      if (key === null || known.has(key) || holdsTemplateToken(key)) continue;
      const ids = [...known].filter((id) => id !== '');
      report('timeline_id_mismatch', {
        unit,
        file: script.source.file,
        message: `${script.source.file}:${script.lineOf(node)} registers a timeline as "${key}", but no composition has this id (there ${ids.length === 1 ? 'is' : 'are'} ${ids.map((id) => `"${id}"`).join(', ')})`,
        fixHint: 'Use the data-composition-id of the composition as the key.',
        snippet: script.text(node),
      });
    }
  }
  for (const { unit, host, parent } of project.mounts) {
    const own = unit.root === null ? null : attribute(unit.root, 'data-composition-id');
    if (host === null || parent === null || own === null || own === host.id) continue;
    report('timeline_id_mismatch', {
      unit: parent.unit,
      element: host.element,
      message: `host "${host.id}" mounts ${unit.file}, whose composition is called "${own}"`,
      fixHint: `Write data-composition-id="${own}" on the host, or give the composition the id of the host.`,
    });
  }
};

export const undeclaredAbsence: Rule = (project, report) => {
  for (const unit of project.units) {
    const { root } = unit;
    if (root === null || attribute(root, 'data-no-timeline') !== null) continue;
    const mounts = project.mountsOf(unit);
    const hosts = mounts.flatMap((mount) => (mount.host === null ? [] : [mount.host.element]));
    if (hosts.length > 0 && hosts.every((host) => attribute(host, 'data-no-timeline') !== null)) continue;
    const around = outward(project, unit);
    if (around.some(isUnknownCode)) continue;
    const own = unit.scripts.some((script) => registryUse(script).isMentioned);
    const ids = new Set([compositionId(root), ...mounts.map((mount) => mount.host?.id)]);
    const elsewhere = around.some((one) =>
      one.scripts.some((script) => registryUse(script).registrations.some(({ key }) => key === null || ids.has(key))),
    );
    // A timeline that was made and not registered has a finding of its own.
    if (own || elsewhere || unit.scripts.some((script) => timelinesOf(script).length > 0 || isDrivenOtherwise(script)))
      continue;
    report('missing_data_no_timeline', {
      unit,
      element: root,
      message: `composition "${compositionId(root)}" registers no timeline and does not say so`,
      fixHint: 'Add data-no-timeline to its root, or register a timeline under its id.',
    });
  }
};

const OTHER_LIBRARIES = new Set(['lottie', 'bodymovin', 'DotLottie', 'anime']);

/** The script registers another source of animation, or draws on the seek event: the absence is plain to see. */
const isDrivenOtherwise = ({ parsed }: LintScript): boolean =>
  parsed?.tree.nodes.some(
    (node) =>
      (node.type === 'Identifier' &&
        (/^__hf[A-Z]/.test(node.name as string) || OTHER_LIBRARIES.has(node.name as string))) ||
      (node.type === 'Literal' && node.value === 'hf-seek'),
  ) ?? false;
