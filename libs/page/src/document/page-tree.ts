/** The tree of the composition as it was read last, and the clocks in it. */
import { fpsValue, type PageConfig } from '@framefarm/contract';
import type { LocalTime } from '../clock/local-time.js';
import { timelineSeconds } from '../sources/timelines/timeline.js';
import type { TimelineRegistry } from '../sources/timelines/timeline-registry.js';
import { elementAround } from './around.js';
import { type CompositionTree, findRoot, readTree, type TreeFacts } from './composition-tree.js';
import type { Trees } from './trees.js';

export interface PageTree {
  /** Null until it was read. */
  now(): CompositionTree | null;
  /** Binds timelines and reads the tree anew. @throws where the document has no root. */
  resolve(): CompositionTree;
  /** As it was read last, else read now; null where the document has no root. */
  orRead(): CompositionTree | null;
  /** How CSS animations run on an element: against the nearest timed element, else against the composition that holds it. */
  timeOf(element: Element): LocalTime;
}

export interface PageTreeParts {
  readonly config: Pick<PageConfig, 'fps' | 'instances'>;
  readonly trees: Trees;
  readonly scenes: ReadonlyMap<Element, { start: number; end: number }>;
  readonly mediaOf: TreeFacts['mediaOf'];
  registry(): TimelineRegistry;
}

export function createPageTree({ config, trees, scenes, mediaOf, registry }: PageTreeParts): PageTree {
  let tree: CompositionTree | null = null;

  const read = (root: HTMLElement): CompositionTree =>
    readTree(root, trees, {
      declared: config.instances,
      mediaOf,
      timelineLength(id) {
        const lengths = (registry().bound.get(id) ?? [])
          .map((timeline) => timelineSeconds(timeline, fpsValue(config.fps)))
          .filter(Number.isFinite);
        return lengths.length === 0 ? null : Math.max(...lengths);
      },
      sceneWindow: (element) => scenes.get(element) ?? null,
    });

  const resolve = (): CompositionTree => {
    const root = findRoot();
    if (root === null) throw new Error('The document has no composition root');
    tree = read(root);
    registry().bind(tree.instances);
    tree = read(root);
    return tree;
  };

  return {
    now: () => tree,
    resolve,
    orRead: () => tree ?? (findRoot() === null ? null : resolve()),
    timeOf: (element) => timeOf(tree, element),
  };
}

function timeOf(tree: CompositionTree | null, element: Element): LocalTime {
  if (tree === null) return { start: 0, rate: 1, offset: 0 };
  for (let at: Element | null = element; at !== null && at !== tree.root; at = elementAround(at)) {
    const host = tree.instances.find((instance) => instance.element === at || instance.host === at);
    if (host !== undefined && host.host !== null) {
      const clock = tree.timing.clocks.get(host.id);
      if (clock !== undefined && at !== element)
        return { start: clock.hostStart, rate: clock.rate, offset: clock.playbackStart };
    }
    const window = tree.timing.windows.get(tree.keys.get(at) ?? -1);
    if (window === undefined) continue;
    const rate = tree.timing.clocks.get(tree.instanceOf(at))?.rate ?? 1;
    return { start: window.start, rate, offset: 0 };
  }
  return { start: 0, rate: 1, offset: 0 };
}
