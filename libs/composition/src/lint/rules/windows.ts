/** Starts, windows and tracks (reference: composition-format 3 and 4). */
import { attribute, type Element } from '../../source/dom.js';
import { parseSeconds, parseStart, proposeSpacing } from '../../timing/index.js';
import { nameOf, type Rule } from '../rule.js';
import { isInside } from '../source/element-match.js';
import { type PlacedElement, resolveProject } from '../source/timing.js';
import type { Unit } from '../source/unit.js';
import { round } from './nesting.js';

/** More elements than this on one track of one composition are hard to follow. */
const MAX_ON_TRACK = 20;
const TOLERANCE = 1e-6;
/** Around an id as text of its own, and as the attribute of markup in a script. */
const BEFORE_ID = /["'`=]/;
const AFTER_ID = /["'`\s>]/;

export const startReferences: Rule = (project, report) => {
  const { placed, resolved } = resolveProject(project);
  for (const problem of resolved.problems) {
    const found = placed[problem.key];
    if (found === undefined) continue;
    const start = found.timed.start ?? '';
    if (problem.code === 'unresolved_start_reference' && mayBeMade(start, found.mount.unit)) continue;
    const spaced = proposeSpacing(start.trim());
    report(problem.code, {
      unit: found.mount.unit,
      element: found.element,
      message: problem.message,
      fixHint:
        problem.code === 'cyclic_start_reference'
          ? 'Give one of them a number.'
          : spaced === null
            ? 'Name the id of an element of the same composition, or write a number of seconds.'
            : `Write data-start="${spaced}", or a number of seconds.`,
    });
  }
};

/** Whether a script of the file names the target as text: it may make the element, and the page says so where it does not. */
function mayBeMade(start: string, { scripts }: Unit): boolean {
  const expression = parseStart(start, () => false);
  if (expression.kind === 'number') return false;
  const { target } = expression;
  return scripts.some(({ source }) => {
    for (let at = source.code.indexOf(target); at >= 0 && !source.isLibrary; at = source.code.indexOf(target, at + 1)) {
      if (BEFORE_ID.test(source.code[at - 1] ?? '') && AFTER_ID.test(source.code[at + target.length] ?? ''))
        return true;
    }
    return false;
  });
}

export const absoluteStarts: Rule = (project, report) => {
  const { placed, resolved } = resolveProject(project);
  for (const { timed, element, mount } of placed) {
    const local = parseSeconds(timed.start);
    const clock = resolved.clocks.get(timed.instance);
    const window = resolved.windows.get(timed.key);
    if (!timed.isMedia || local === null || mount.host === null || clock === undefined || window === undefined)
      continue;
    const relative = clock.hostStart + Math.max(0, local) - clock.playbackStart;
    if (Math.abs(relative - window.start) < TOLERANCE || timed.startBasis === 'global') continue;
    report('nested_media_absolute_start', {
      unit: mount.unit,
      element,
      message: `data-start="${timed.start}" of ${nameOf(element)} lies in the window of its host "${mount.host.id}" and is taken as ${round(window.start)} s of the whole video, not as ${round(relative)} s`,
      fixHint: `Write the start relative to the host: data-start="${round(Math.max(0, window.start - clock.hostStart + clock.playbackStart))}". Where it is relative already, say so: data-hf-media-start-basis="local".`,
    });
  }
};

interface Lane {
  readonly track: string;
  readonly entries: {
    readonly at: PlacedElement;
    readonly isStated: boolean;
    readonly start: number;
    readonly end: number;
  }[];
}

export const tracks: Rule = (project, report) => {
  const { placed, resolved } = resolveProject(project);
  const lanes = new Map<string, Lane>();
  for (const at of placed) {
    const stated = attribute(at.element, 'data-track-index') ?? attribute(at.element, 'data-layer');
    const window = resolved.windows.get(at.timed.key);
    if (at.timed.start === null || window === undefined || attribute(at.element, 'data-hidden') !== null) continue;
    const track = String(Number(stated ?? '0'));
    const key = `${at.timed.instance}\n${track}`;
    const lane = lanes.get(key) ?? { track, entries: [] };
    lanes.set(key, lane);
    lane.entries.push({
      at,
      isStated: stated !== null,
      start: window.start,
      end: window.end ?? Number.POSITIVE_INFINITY,
    });
  }
  for (const { track, entries } of lanes.values()) {
    const [first] = entries;
    if (first === undefined) continue;
    if (entries.length > MAX_ON_TRACK && entries.some((one) => one.isStated)) {
      report('timeline_track_too_dense', {
        unit: first.at.mount.unit,
        message: `track ${track} of ${first.at.mount.unit.file} holds ${entries.length} timed elements`,
        fixHint: 'Spread them over several tracks, or put groups of them into nested compositions.',
      });
    }
    const sorted = [...entries].sort((a, b) => a.start - b.start);
    for (const [index, one] of sorted.entries()) {
      // An element without a track is on track 0, but two of them say nothing about tracks at all.
      const other = sorted
        .slice(index + 1)
        .find(
          (next) =>
            next.start < one.end - TOLERANCE &&
            next.end > next.start &&
            (one.isStated || next.isStated) &&
            !areNested(one.at.element, next.at.element),
        );
      if (other === undefined) continue;
      report('timeline_track_overlap', {
        unit: other.at.mount.unit,
        element: other.at.element,
        message: `${nameOf(other.at.element)} begins at ${round(other.start)} s on track ${track}, where ${nameOf(one.at.element)} ${Number.isFinite(one.end) ? `lasts until ${round(one.end)} s` : 'has no end'}`,
        fixHint: 'Move one of them to another data-track-index, or change its window.',
      });
    }
  }
};

const areNested = (a: Element, b: Element): boolean => isInside(a, b) || isInside(b, a);
