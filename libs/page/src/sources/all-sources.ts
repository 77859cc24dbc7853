/** All that is set to the time of a frame in the composition's own document. */
import type { Fps } from '@framefarm/contract';
import type { FrameTimers } from '../clock/frame-timers.js';
import { closestAround } from '../document/around.js';
import type { HeardEvents } from '../document/heard-events.js';
import type { PageTree } from '../document/page-tree.js';
import type { StyleChanges } from '../document/style-changes.js';
import type { Trees } from '../document/trees.js';
import type { Sources } from '../frame/engine.js';
import { createFreshDocuments } from '../frame/fresh-documents.js';
import { createFreshImages } from '../media/fresh-images.js';
import { watchLateMedia } from '../media/late-media.js';
import { createMediaLibrary, type MediaLibrary, mediaSource } from '../media/library.js';
import { followPlayback } from '../media/play-time.js';
import { driveVideoFrames } from '../media/video-frame-callbacks.js';
import type { Page } from '../page.js';
import type { ForeignPaints } from '../surface/obstacles/foreign-paints.js';
import { createAnimationDriver } from './animations/css-animations.js';
import { createStyleEvents } from './animations/style-events.js';
import { createSvgAnimations } from './animations/svg-animations.js';
import { tellStarts } from './animations/transition-starts.js';
import { createGsapRoot } from './gsap/gsap-root.js';
import { drawConfettiInPage } from './libraries/confetti.js';
import { createLibraryDriver } from './libraries/libraries.js';
import { createAnimatedImages } from './own-clocks/animated-images.js';
import { stopMarquees } from './own-clocks/marquees.js';
import { createOwnClocks } from './own-clocks/own-clocks.js';
import { scrollAtOnce } from './own-clocks/smooth-scrolling.js';
import { skipViewTransitions } from './own-clocks/view-transitions.js';
import { createTimelineRegistry } from './timelines/timeline-registry.js';
import { watchWorkerCanvases } from './worker-canvases.js';

export interface AllSources extends Sources {
  readonly media: MediaLibrary;
}

export interface AllSourcesParts {
  readonly page: Page;
  readonly trees: Trees;
  readonly styles: StyleChanges;
  readonly tree: PageTree;
  readonly timers: FrameTimers;
  readonly paints: ForeignPaints;
  readonly frameEvents: HeardEvents;
  fps(): Fps;
  /** Time of the frame that is shown, ms; null until frames are. */
  now(): number | null;
}

/** To be called before any script of the author. */
export function createSources(parts: AllSourcesParts): AllSources {
  const { page, trees, styles, tree, timers, paints, frameEvents, fps, now } = parts;
  const { config, clock, log } = page;
  const failed = (thrown: unknown): void => log.scriptError(thrown);
  const nowOrZero = (): number => now() ?? 0;
  const seconds = (): number | null => {
    const ms = now();
    return ms === null ? null : ms / 1000;
  };
  const playback = followPlayback({ tree: tree.now, seconds, fps });
  const lateMedia = watchLateMedia({ log, trees, sourceOf: mediaSource });
  const media = createMediaLibrary(config.media, trees, playback, lateMedia.used);
  const videoFrames = driveVideoFrames(playback.framesOf, nowOrZero, failed);
  const registry = createTimelineRegistry(log);
  drawConfettiInPage();
  skipViewTransitions(log);
  scrollAtOnce(log);
  stopMarquees(trees);
  const workerCanvases = watchWorkerCanvases(log, page.workers !== null);
  const gsap = createGsapRoot(clock.frames, failed);
  const isTimed = (element: Element): boolean =>
    closestAround(element, '[data-start], video, [data-composition-src]') !== null;
  const starts = tellStarts(log);
  const turned = (element: Element | null): void => {
    if (nowOrZero() > 0) starts.animation(element);
  };
  const libraries = createLibraryDriver(log, () => clock.now() / 1000, turned);
  const animations = createAnimationDriver({
    timing: {
      cssClock: tree.timeOf,
      now: nowOrZero,
      isTimed,
      transitionBegan: (property, element) => {
        if (now() !== null) starts.transition(property, element);
      },
      animationTurned: starts.animation,
    },
    trees,
    styles,
    events: createStyleEvents(trees, frameEvents),
  });
  const images = createAnimatedImages(log, trees, tree.timeOf);
  const svg = createSvgAnimations(tree.timeOf, trees, turned, nowOrZero);
  const ownClocks = createOwnClocks(log, trees);
  const freshImages = createFreshImages(trees, styles, {
    onPicture: ownClocks.lookInStyle,
    onImage: images.follow,
    onParts: paints.note,
  });
  const freshDocuments = createFreshDocuments({ log, trees, followers: clock.followers });
  return {
    registry,
    timers,
    gsap,
    animations,
    libraries,
    images,
    svg,
    ownClocks,
    freshImages,
    freshDocuments,
    workerCanvases,
    media,
    lateMedia,
    videoFrames,
  };
}
