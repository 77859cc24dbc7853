/** What the page consists of, once it has settled (reference: composition-format 5, 9, 10). */

import { parseSeconds } from '@framefarm/composition/timing';
import type { ClipReport, PageReport } from '@framefarm/contract';
import type { CompositionTree } from '../composition-tree.js';
import type { Sources } from '../engine.js';
import type { MediaLibrary } from '../media/library.js';
import type { Page } from '../page.js';
import { measureLength } from './length.js';

function clipReports(tree: CompositionTree): ClipReport[] {
  return tree.elements.map((element) => {
    const window = tree.timing.windows.get(tree.keys.get(element) ?? -1) ?? { start: 0, end: null };
    const track = element.getAttribute('data-track-index') ?? element.getAttribute('data-layer');
    return {
      id: element.id === '' ? null : element.id,
      label: element.getAttribute('data-label') ?? element.getAttribute('data-name'),
      tag: element.localName,
      start: window.start,
      end: window.end,
      track: parseSeconds(track) ?? 0,
      instanceId: tree.instanceOf(element),
    };
  });
}

export function describePage(
  page: Page,
  sources: Sources,
  media: MediaLibrary,
  resolve: () => CompositionTree,
  _scenes: Map<Element, { start: number; end: number }>,
): PageReport {
  const { config, log } = page;
  const tree = resolve();
  for (const problem of tree.timing.problems) log.warn(problem.code, problem.message);
  if (document.querySelector('[data-color-grading]') !== null) {
    for (const element of document.querySelectorAll('[data-color-grading]')) {
      const name = element.id === '' ? element.localName : `#${element.id}`;
      log.warn('unsupported_feature', `data-color-grading on ${name} is not applied; the picture is shown ungraded`, {
        feature: 'data-color-grading',
        element: name,
      });
    }
  }
  const length = measureLength(config, tree, sources);
  return {
    rootId: tree.root.getAttribute('data-composition-id') ?? '',
    width: config.width ?? 1080,
    height: config.height ?? 1920,
    durationSeconds: length.seconds,
    durationSources: length.sources,
    clips: clipReports(tree),
    videos: [],
    audio: [],
    audioGroups: [],
    unknownMedia: media.unknown(),
    unresolvedFonts: [],
    rafLoop: page.clock.frames.hasLoop(),
    forceScreenshot: document.querySelector('canvas[layoutsubtree]') === null ? null : 'canvas[layoutsubtree]',
    animations: sources.animations.lengths().names,
  };
}
