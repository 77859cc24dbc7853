/** Timed elements after resolution, as a list and as a tree (reference: composition-format 3, 7.3). */
import { parseSeconds } from '@framefarm/composition/timing';
import type { ClipReport, PlacedClip } from '@framefarm/contract';
import { elementAround } from '../document/around.js';
import type { CompositionTree } from '../document/composition-tree.js';
import { idOf } from '../natives/own-properties.js';
import { shortText } from './short-text.js';

export interface ClipNode extends ClipReport {
  readonly children: ClipNode[];
}

/** Tracks beyond are told as this one: a report holds no larger number. */
const FARTHEST_TRACK = 1e9;

function clipReport(tree: CompositionTree, element: Element): ClipReport {
  const window = tree.timing.windows.get(tree.keys.get(element) ?? -1) ?? { start: 0, end: null };
  const track = element.getAttribute('data-track-index') ?? element.getAttribute('data-layer');
  const label = element.getAttribute('data-label') ?? element.getAttribute('data-name');
  return {
    id: shortText(idOf(element)) || null,
    label: label === null ? null : shortText(label),
    tag: element.localName,
    start: window.start,
    end: window.end,
    track: Math.min(FARTHEST_TRACK, Math.max(-FARTHEST_TRACK, parseSeconds(track) ?? 0)),
    instanceId: tree.instanceOf(element),
  };
}

export function clipReports(tree: CompositionTree): ClipReport[] {
  return tree.elements.map((element) => clipReport(tree, element));
}

/** The timed elements in document order, each with its place in the list. */
export function placedClips(tree: CompositionTree): PlacedClip[] {
  const places = new Map(tree.elements.map((element, index): [Element, number] => [element, index]));
  return tree.elements.map((element) => {
    let around = elementAround(element);
    while (around !== null && !places.has(around)) around = elementAround(around);
    return { ...clipReport(tree, element), parent: around === null ? null : (places.get(around) ?? null) };
  });
}

/** The same elements, each below the nearest timed element around it. */
export function clipTree(tree: CompositionTree): ClipNode[] {
  const nodes = new Map<Element, ClipNode>();
  const top: ClipNode[] = [];
  for (const element of tree.elements) {
    const node: ClipNode = { ...clipReport(tree, element), children: [] };
    nodes.set(element, node);
    let at = elementAround(element);
    while (at !== null && !nodes.has(at)) at = elementAround(at);
    (at === null ? top : (nodes.get(at)?.children ?? top)).push(node);
  }
  return top;
}
