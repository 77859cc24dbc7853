/** What the page consists of, once it has settled (reference: composition-format 5, 9, 10). */

import { frameCount, framesDuration, type InOrder, MOST_FONTS, type PageReport, SPEED_RAMP } from '@framefarm/contract';
import type { CompositionTree } from '../document/composition-tree.js';
import type { Trees } from '../document/trees.js';
import type { Sources } from '../frame/engine.js';
import type { MediaLibrary } from '../media/library.js';
import { nameOf, type Page } from '../page.js';
import { leavesTransitions } from '../sources/libraries/scene-composites.js';
import { placedClips } from './clips.js';
import { fontUsers } from './font-users.js';
import { type FontUser, joinedFonts, unresolvedFonts, usedFonts } from './fonts.js';
import { findKept } from './kept.js';
import type { KeptInDocument } from './kept-in-document.js';
import { measureLength } from './length.js';
import { missingGlyphs } from './missing-glyphs.js';
import { measureScenes } from './scene-windows.js';
import { shortText } from './short-text.js';
import { audioGroups, soundOf, videoClips } from './tracks.js';
import { createVolumeSampler } from './volume-curve.js';

/** Names what this build cannot honour (rule G1). */
function reportUnsupported(page: Page, tree: CompositionTree): void {
  for (const element of tree.root.querySelectorAll('[data-color-grading]')) {
    const name = nameOf(element);
    page.log.warn(
      'unsupported_feature',
      `data-color-grading on ${name} is not applied; the picture is shown ungraded`,
      {
        feature: 'data-color-grading',
        element: name,
      },
    );
  }
  for (const element of tree.root.querySelectorAll('[data-vfx-chain]')) {
    const name = nameOf(element);
    page.log.warn(
      'unsupported_feature',
      `data-vfx-chain on ${name} is not applied; the element is shown without its effects`,
      { feature: 'data-vfx-chain', element: name },
    );
  }
  for (const element of tree.root.querySelectorAll('video[data-automation], audio[data-automation]')) {
    if (!hasSpeedRamp(element)) continue;
    const name = nameOf(element);
    page.log.warn(
      'unsupported_feature',
      `The speed ramp of ${name}, a "rate" lane of data-automation, is not followed; it plays at its data-playback-rate`,
      { feature: 'speed ramp', element: name },
    );
  }
  if (leavesTransitions()) {
    page.log.warn(
      'unsupported_feature',
      'The shader transitions of HyperShader are not drawn, scenes change at once: use a newer @hyperframes/shader-transitions and the browser that comes with framefarm',
      { feature: 'shader-transitions' },
    );
  }
  for (const track of tree.root.querySelectorAll('video > track[default]')) {
    const name = nameOf(track.parentElement ?? track);
    page.log.warn(
      'unsupported_feature',
      `The <track> of ${name} is not shown, as no player of the browser is: show its text by elements that are timed`,
      { feature: 'track', element: name },
    );
  }
}

/** What of an automation cannot be read is told of where its sound is mixed. */
function hasSpeedRamp(element: Element): boolean {
  try {
    const { lanes } = JSON.parse(element.getAttribute('data-automation') ?? '') as { lanes: { target: unknown }[] };
    return lanes.some(({ target }) => target === SPEED_RAMP);
  } catch {
    return false;
  }
}

/** Whether something in the page, or in a document inside it, makes what it shows depend on the frames before. */
function inOrder({ clock, workers }: Page, sources: Sources, renderEnd: number): InOrder | null {
  const { timers, animations } = sources;
  const documents = [{ frames: clock.frames, animations, timers }, ...clock.followers];
  const { loop = false, due = null } = workers?.work() ?? {};
  if (loop || documents.some(({ frames }) => frames.hasLoop())) return 'frame-loop';
  const endMs = renderEnd * 1000;
  if ((due !== null && due < endMs) || documents.some(({ timers }) => timers.areDueBefore(endMs))) return 'timers';
  if (sources.videoFrames.areAsked()) return 'video-frames';
  const sourcesOfEnds = [sources.libraries, ...documents.map(({ animations }) => animations)];
  return sourcesOfEnds.some((source) => source.awaitsEnds()) ? 'animation-ends' : null;
}

export interface DescribeParts {
  readonly page: Page;
  readonly sources: Sources;
  readonly media: MediaLibrary;
  readonly scenes: Map<Element, { start: number; end: number }>;
  /** What the browser answered when the page settled. */
  readonly decodesH264: boolean;
  readonly drawsCanvases: boolean;
  readonly kept: KeptInDocument;
  readonly trees: Trees;
  /** Texts on canvases. */
  drawnTexts(): readonly FontUser[];
  /** Reads the tree anew. */
  resolve(): CompositionTree;
}

export function describePage(parts: DescribeParts): PageReport {
  const { page, sources, media, scenes, decodesH264, drawsCanvases, kept, trees, drawnTexts, resolve } = parts;
  const { config, log } = page;
  let tree = resolve();
  if (measureScenes(page, sources, tree, measureLength(config, tree, sources).seconds, scenes)) tree = resolve();
  for (const problem of tree.timing.problems) log.warn(problem.code, problem.message);
  reportUnsupported(page, tree);
  const length = measureLength(config, tree, sources);
  const renderEnd = framesDuration(frameCount(length.seconds, config.fps), config.fps);
  const { tracks, silent } = soundOf(tree, media, renderEnd, createVolumeSampler(page, sources, tree));
  const fonts = joinedFonts([
    ...usedFonts([...fontUsers(trees, tree.root), ...drawnTexts()], config.providedFonts),
    ...[...page.clock.followers].flatMap((follower) => follower.fonts(config.providedFonts)),
  ]);
  return {
    rootId: shortText(tree.root.getAttribute('data-composition-id') ?? ''),
    width: config.width ?? 1080,
    height: config.height ?? 1920,
    durationSeconds: length.seconds,
    durationSources: length.sources,
    clips: placedClips(tree),
    videos: videoClips(tree, media, renderEnd),
    audio: tracks,
    audioGroups: audioGroups(tracks),
    silentMedia: silent,
    unknownMedia: media.unknown(),
    fonts: fonts.slice(0, MOST_FONTS).map(({ family, from }) => ({ family, from })),
    unresolvedFonts: unresolvedFonts(fonts).slice(0, MOST_FONTS),
    missingGlyphs: missingGlyphs(tree.root),
    inOrder: inOrder(page, sources, renderEnd),
    keeps: findKept(kept, page, sources),
    drawsCanvases,
    forceScreenshot: document.querySelector('canvas[layoutsubtree]') === null ? null : 'canvas[layoutsubtree]',
    animations: [...sources.animations.lengths().names, ...sources.libraries.lengths().names].map((name) =>
      shortText(name),
    ),
    decodesH264,
  };
}
