/** The length of a composition (reference: composition-format 5). */
import { fpsValue, type PageConfig } from '@framefarm/contract';
import type { CompositionTree } from '../document/composition-tree.js';
import type { Sources } from '../frame/engine.js';
import { idOf } from '../natives/own-properties.js';
import { timelineSeconds } from '../sources/timelines/timeline.js';
import { shortText } from './short-text.js';

export interface Length {
  readonly seconds: number;
  readonly sources: readonly string[];
}

const show = (seconds: number): string => `${Number(seconds.toFixed(3))} s`;

/** Length in seconds, and every source that contributed or could have, in words. */
export function measureLength(config: PageConfig, tree: CompositionTree, sources: Sources): Length {
  const words: string[] = [];
  let longest = 0;
  const add = (what: string, seconds: number | null): void => {
    if (seconds === null || !Number.isFinite(seconds)) {
      words.push(`${what}: infinite (adds no length)`);
      return;
    }
    words.push(`${what}: ${show(seconds)}`);
    longest = Math.max(longest, seconds);
  };
  const written = config.durationSeconds === null ? 'none' : show(config.durationSeconds);
  words.push(`data-duration of the root: ${written}`);
  const root = tree.instances[0];
  for (const timeline of sources.registry.bound.get(root?.id ?? '') ?? []) {
    add(`timeline "${root?.authoredId}"`, timelineSeconds(timeline, fpsValue(config.fps)));
  }
  if (root !== undefined && !sources.registry.bound.has(root.id))
    words.push(`timeline "${root.authoredId}": none registered`);
  for (const element of tree.elements) {
    const window = tree.timing.windows.get(tree.keys.get(element) ?? -1);
    const instance = tree.instances.find((candidate) => candidate.host === element);
    const media = element instanceof HTMLMediaElement;
    if (window === undefined || (instance === undefined && !media)) continue;
    const name = idOf(element) === '' ? '' : ` "${idOf(element)}"`;
    const what = instance === undefined ? `${element.localName}${name}` : `composition "${instance.authoredId}"`;
    const end = window.end ?? window.passEnd;
    if (end === undefined) words.push(`${what}: length unknown`);
    else add(what, end);
  }
  const animations = sources.animations.lengths();
  const libraries = sources.libraries.lengths();
  words.push(...animations.names, ...libraries.names);
  longest = Math.max(longest, animations.end, libraries.end);
  return { seconds: config.durationSeconds ?? longest, sources: words.map((what) => shortText(what)) };
}
