/** Hosts and what they mount (reference: composition-format 6). */
import { compositionId, cycleWords } from '../../nesting/expansion.js';
import { attribute, type Element } from '../../source/dom.js';
import { holdsTemplateToken } from '../../source/paths.js';
import { parseRate, parseSeconds } from '../../timing/index.js';
import { nameOf, type Rule } from '../rule.js';
import { paintedBackground } from '../source/declared-style.js';
import { isInside, parentElement } from '../source/element-match.js';
import type { Mount } from '../source/lint-project.js';
import { hasVisibleContent } from '../source/load-unit.js';
import { isTimed, playbackStart, resolveProject, statedLength } from '../source/timing.js';

/** Shorter gaps than this, seconds, are rounding. */
const TOLERANCE = 0.02;

export const failedMounts: Rule = ({ failed }, report) => {
  for (const { unit, host, reason } of failed) {
    report('missing_or_empty_sub_composition', {
      unit,
      element: host.element,
      message: `nested composition "${host.id}": ${reason}`,
      fixHint: 'Correct data-composition-src; the file needs a <template> or a body with content.',
    });
  }
};

export const cycles: Rule = ({ cycles: found }, report) => {
  for (const { unit, host, stack } of found) {
    report('composition_cycle', {
      unit,
      element: host.element,
      message: cycleWords(host.id, stack),
      fixHint: 'Take the host out of what it mounts, or mount another file.',
    });
  }
};

export const hostsWithoutId: Rule = ({ units }, report) => {
  for (const unit of units) {
    for (const element of unit.elements) {
      const source = attribute(element, 'data-composition-src');
      if (source === null || holdsTemplateToken(source) || attribute(element, 'data-composition-id')?.trim()) continue;
      report('host_missing_composition_id', {
        unit,
        element,
        message: `${nameOf(element)} mounts "${source}" but has no data-composition-id; it is called as the composition in that file`,
        fixHint: 'Give it the id of the composition in that file.',
      });
    }
  }
};

/** Mounts of one file share an id on purpose; anything else that shares one is mistaken for it. */
export const duplicateIds: Rule = ({ units }, report) => {
  const owners = new Map<string, string>();
  for (const unit of units) {
    for (const element of unit.elements) {
      const id = compositionId(element);
      if (id === null || (!unit.isEntry && element === unit.root)) continue;
      const host = unit.hosts.find((one) => one.element === element);
      const offset = element.sourceCodeLocation?.startOffset ?? 0;
      const owner =
        host === undefined
          ? `${unit.file}@${offset}`
          : host.source === null
            ? `#${id} of ${unit.file}`
            : host.source.trim();
      const first = owners.get(id);
      if (first === undefined) owners.set(id, owner);
      else if (first !== owner) {
        report('duplicate_composition_id', {
          unit,
          element,
          message: `composition id "${id}" is used for two different compositions`,
          fixHint: 'Give each composition an id of its own; only mounts of one file may share one.',
        });
      }
    }
  }
};

export const scaledHosts: Rule = ({ units, mounts }, report) => {
  for (const unit of units) {
    for (const host of unit.hosts) {
      const rate = parseRate(attribute(host.element, 'data-playback-rate'));
      if (rate === 1) continue;
      const child = mounts.find((mount) => mount.host === host)?.unit;
      const timed = child?.elements.filter((element) => element !== child.root && isTimed(element)) ?? [];
      if (timed.length === 0 || timed[0] === undefined) continue;
      report('nested_rate_with_timed_children', {
        unit,
        element: host.element,
        message: `"${host.id}" plays at rate ${rate}, but the windows of its ${timed.length} timed element${timed.length > 1 ? 's' : ''} (such as ${nameOf(timed[0])}) keep their written length`,
        fixHint: 'Show and hide these elements by the timeline of the child, or leave the rate at 1.',
      });
    }
  }
};

/** A composition with a known length in which everything that can be seen is timed and over too early. */
export const blankTails: Rule = (project, report) => {
  const { placed, resolved } = resolveProject(project);
  const byMount = Map.groupBy(placed, (one) => one.mount);
  for (const mount of project.mounts) {
    const length = lengthOf(mount);
    const { root } = mount.unit;
    if (length === null || root === null || !hasVisibleContent(root) || hasBackground(mount, root)) continue;
    if (mount.unit.scripts.some((script) => script.source.isLibrary)) continue;
    const visible = mount.unit.elements.filter((element) => parentElement(element) === root && isVisual(element));
    const own = (byMount.get(mount) ?? []).filter((one) => visible.includes(one.element));
    const hosts = mount.unit.hosts.map((host) => host.element);
    if (own.length !== visible.length || own.length === 0) continue;
    if (mount.host === null && !own.some(({ element }) => hosts.includes(element))) continue;
    const begin = resolved.clocks.get(mount.key);
    const ends = own.map(({ timed }) => {
      const end = resolved.windows.get(timed.key)?.end ?? null;
      return end === null ? Number.POSITIVE_INFINITY : end - (begin?.hostStart ?? 0);
    });
    const last = Math.max(...ends);
    if (last >= length - TOLERANCE) continue;
    const latest = own[ends.indexOf(last)]?.element ?? root;
    report('subcomposition_blanks_before_host', {
      unit: mount.unit,
      element: latest,
      message: `${nameOf(latest)} is the last to be seen and ends at ${round(last)} s, but ${mount.host === null ? 'the composition' : `the window of "${mount.host.id}"`} lasts ${round(length)} s; the rest is blank`,
      fixHint: 'Lengthen its data-duration, shorten what is around it, or put something untimed behind it.',
    });
  }
};

/** Seconds for which a mount is shown, measured from its start; null when the source does not say. */
function lengthOf(mount: Mount): number | null {
  if (mount.host === null) return statedLength(mount.unit.root);
  const duration = parseSeconds(attribute(mount.host.element, 'data-duration'));
  // With an offset or a rate the windows inside move; they are not guessed at.
  const isPlain =
    playbackStart(mount.host.element) === 0 && parseRate(attribute(mount.host.element, 'data-playback-rate')) === 1;
  return duration !== null && duration > 0 && isPlain ? duration : null;
}

const isVisual = (element: Element): boolean =>
  !['script', 'style', 'link', 'meta', 'template', 'audio', 'hf-audio-group'].includes(element.tagName);

function hasBackground(mount: Mount, root: Element): boolean {
  if (paintedBackground(mount.unit, root) !== null) return true;
  return mount.unit.elements.some((element) => element.tagName === 'canvas' && isInside(element, root));
}

export const round = (seconds: number): number => Math.round(seconds * 1000) / 1000;
