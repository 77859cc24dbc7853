/** Shows a frame: clock, sources, visibility, callbacks, seek event, pictures (reference: composition-format 7.6). */

import { childTime } from '@framefarm/composition/timing';
import { type Fps, fpsValue, frameTime } from '@framefarm/contract';
import type { FrameTimers } from '../clock/frame-timers.js';
import type { CompositionTree } from '../document/composition-tree.js';
import type { FreshImages } from '../media/fresh-images.js';
import type { LateMedia } from '../media/late-media.js';
import type { MediaLibrary } from '../media/library.js';
import type { Pictures } from '../media/pictures.js';
import type { VideoFrameCallbacks } from '../media/video-frame-callbacks.js';
import type { Page } from '../page.js';
import type { AnimationDriver } from '../sources/animations/css-animations.js';
import type { SvgAnimations } from '../sources/animations/svg-animations.js';
import type { GsapRoot } from '../sources/gsap/gsap-root.js';
import type { LibraryDriver } from '../sources/libraries/libraries.js';
import { composeScenes } from '../sources/libraries/scene-composites.js';
import type { AnimatedImages } from '../sources/own-clocks/animated-images.js';
import type { OwnClocks } from '../sources/own-clocks/own-clocks.js';
import { runRenderFunctions } from '../sources/render-functions.js';
import { fireSeek } from '../sources/seek-event.js';
import { seekTimeline } from '../sources/timelines/timeline.js';
import type { TimelineRegistry } from '../sources/timelines/timeline-registry.js';
import type { WorkerCanvases } from '../sources/worker-canvases.js';
import { keepGroundClear } from '../style/clear-ground.js';
import { keepLayerStyle } from '../style/layer-style.js';
import type { FreshDocuments } from './fresh-documents.js';
import type { Visibility } from './visibility.js';

export interface Sources {
  readonly timers: FrameTimers;
  readonly registry: TimelineRegistry;
  readonly gsap: GsapRoot;
  readonly animations: AnimationDriver;
  readonly libraries: LibraryDriver;
  readonly images: AnimatedImages;
  readonly svg: SvgAnimations;
  readonly ownClocks: OwnClocks;
  readonly freshImages: FreshImages;
  readonly freshDocuments: FreshDocuments;
  readonly workerCanvases: WorkerCanvases;
  readonly media: Pick<MediaLibrary, 'tellTimes'>;
  readonly lateMedia: LateMedia;
  readonly videoFrames: VideoFrameCallbacks;
}

export interface Stage {
  readonly tree: CompositionTree;
  readonly visibility: Visibility;
  readonly pictures: Pictures;
}

/** A stage, or one whose pictures of videos nobody will see. */
export type ShownStage = Omit<Stage, 'pictures'> & { readonly pictures: Pick<Pictures, 'choose' | 'place'> };

/** A stage whose videos keep the pictures that they have. */
export const withoutPictures = ({ tree, visibility, pictures }: Stage): ShownStage => ({
  tree,
  visibility,
  pictures: { choose: () => {}, place: (frame) => pictures.covers(frame) },
});

/** Seeks everything that is driven by timelines, without visibility or callbacks of frames. */
export function seekTimelines(
  page: Page,
  sources: Sources,
  tree: CompositionTree,
  seconds: number,
  suppress: boolean,
): void {
  const perSecond = fpsValue(page.config.fps);
  for (const instance of tree.instances) {
    const clock = tree.timing.clocks.get(instance.id);
    const local = clock === undefined ? seconds : childTime(clock, seconds);
    for (const timeline of sources.registry.bound.get(instance.id) ?? []) {
      try {
        seekTimeline(timeline, local, perSecond, suppress);
      } catch (thrown) {
        page.log.scriptError(thrown);
      }
    }
  }
}

/** Sets the clock to a frame, and all that goes by it and may begin something: all that a jump does in the frames on its way. */
export function seekAll(page: Page, sources: Sources, tree: CompositionTree, seconds: number): void {
  const milliseconds = seconds * 1000;
  const { clock } = page;
  clock.set(milliseconds);
  sources.timers.run(milliseconds);
  for (const follower of clock.followers) follower.fire(milliseconds);
  sources.gsap.seek(seconds);
  seekTimelines(page, sources, tree, seconds, false);
}

/**
 * Everything up to the seek event that is decided by `frame` alone. Returns what the page asked to wait for.
 */
export function showFrame(
  page: Page,
  sources: Sources,
  stage: ShownStage,
  frame: number,
  fps: Fps,
): Promise<unknown>[] {
  const seconds = frameTime(frame, fps);
  const milliseconds = seconds * 1000;
  const { clock } = page;
  seekAll(page, sources, stage.tree, seconds);
  sources.gsap.tell();
  sources.animations.seek(seconds);
  sources.svg.seek(seconds);
  sources.libraries.seek(seconds);
  sources.images.seek(seconds);
  stage.visibility.apply(frame);
  stage.pictures.choose(frame);
  sources.media.tellTimes();
  sources.videoFrames.run();
  clock.frames.run(milliseconds);
  for (const follower of clock.followers) follower.run(milliseconds);
  const drawByTime = (): Promise<unknown>[] => [
    ...runRenderFunctions(seconds, (thrown) => page.log.scriptError(thrown)),
    ...fireSeek(seconds),
  ];
  const waits = drawByTime();
  const isAwaited = waits.length > 0;
  sources.animations.scan(seconds);
  sources.svg.scan(seconds);
  sources.ownClocks.seek();
  sources.lateMedia.seek(stage.tree.mediaNames);
  waits.push(...sources.workerCanvases.seek(isAwaited));
  waits.push(...sources.freshImages.waits());
  for (const follower of clock.followers) waits.push(...follower.waits(milliseconds, isAwaited));
  waits.push(...sources.freshDocuments.waits(milliseconds));
  keepLayerStyle();
  if (page.config.transparent) keepGroundClear();
  if (stage.pictures.place(frame)) waits.push(...drawByTime());
  waits.push(...composeScenes(seconds));
  // All that the page sends them in this frame it has sent.
  waits.push(...(page.workers?.waits(isAwaited) ?? []));
  for (const { timers } of [sources, ...clock.followers]) {
    timers.leave();
    if (waits.length > 0) timers.wake();
  }
  return waits;
}
