/** The API of the composition's own document. */
import type { MediaInfo, PageApi } from '@framefarm/contract';
import type { FrameTimers } from './clock/frame-timers.js';
import { type CompositionTree, findRoot } from './document/composition-tree.js';
import type { HeardEvents } from './document/heard-events.js';
import type { PageTree } from './document/page-tree.js';
import { completeConfig } from './document/root-facts.js';
import type { Outlets } from './frame/outlets.js';
import type { PreparedStage } from './frame/prepared-stage.js';
import type { ShownFrames } from './frame/shown-frames.js';
import type { StartedWork } from './frame/started-work.js';
import { createTicker } from './frame/ticker.js';
import { decodesH264 } from './media/sample-stream.js';
import type { Page } from './page.js';
import { clipReports, clipTree } from './report/clips.js';
import { describePage } from './report/describe.js';
import type { FontUser } from './report/fonts.js';
import type { KeptInDocument } from './report/kept-in-document.js';
import { reportMathRoots } from './report/math-roots.js';
import type { Activity } from './settle/activity.js';
import type { Builds } from './settle/builds.js';
import type { ObserverCalls } from './settle/observer-calls.js';
import type { Readiness } from './settle/readiness.js';
import { settlePage } from './settle/settle.js';
import type { AllSources } from './sources/all-sources.js';
import { reportTriggers } from './sources/animations/animation-triggers.js';
import { reportInnerParts } from './sources/animations/inner-parts.js';
import { reportUsedParts } from './sources/animations/used-parts.js';
import { keepLayerStyle } from './style/layer-style.js';
import { setUpRoot } from './style/page-style.js';
import { drawsPages, findObstacle } from './surface/obstacles/obstacles.js';
import { copyForeignSheets } from './surface/readable/foreign-sheets.js';
import { openSurface, type Watched } from './surface/surface.js';
import { dearElements } from './surface/tiles/dear-elements.js';
import { openTap, type Tap } from './tap/tap.js';

/** Frames that a library needs to notice that nothing plays any more. */
const LIBRARY_STOP_TURNS = 3;

export interface ApiParts {
  readonly page: Page;
  readonly sources: AllSources;
  readonly tree: PageTree;
  /** Filled by `describe`. */
  readonly scenes: Map<Element, { start: number; end: number }>;
  readonly stage: PreparedStage;
  readonly frames: ShownFrames;
  readonly outlets: Outlets;
  readonly activity: Activity;
  readonly observers: ObserverCalls;
  readonly builds: Builds;
  readonly readiness: Readiness;
  readonly frameEvents: HeardEvents;
  readonly startedWork: StartedWork;
  readonly kept: KeptInDocument;
  /** Texts on canvases before the first frame. */
  drawnTexts(): readonly FontUser[];
  readonly watched: Watched;
  /** Takes what appeared in the page. */
  adopt(): void;
  readonly timers: Pick<FrameTimers, 'fireNext' | 'free'>;
  /** As of the parts of settling. */
  look(): boolean;
  /** From here on the page is at the time of the frame that is shown. */
  start(): void;
}

/** Longest time an `hf-seek` promise or a picture may take is bounded by the driver; the page waits without a limit. */
export function createApi(parts: ApiParts): PageApi {
  const {
    page,
    sources,
    tree,
    scenes,
    stage,
    frames,
    outlets,
    activity,
    observers,
    builds,
    readiness,
    frameEvents,
    kept,
    watched,
  } = parts;
  const { config, clock, log } = page;
  const { registry, libraries, animations, images, ownClocks, freshImages, freshDocuments, media } = sources;
  const { trees, canvases } = watched;
  const ticker = createTicker(frames.seek, frames.late);
  let decodes = false;
  /** What no tile of the surface cuts; null where the page is drawn as a whole, undefined until the page is described. */
  let dear: readonly Element[] | null | undefined;

  /** Libraries end their own frame loops once all their animations are paused, but only in a frame of theirs. */
  const stopLibraryLoops = (): void => {
    if (!libraries.inUse()) return;
    libraries.seek(0);
    for (let turn = 0; turn < LIBRARY_STOP_TURNS && clock.frames.hasLoop(); turn++) clock.frames.run(0);
  };

  return {
    async settle(budgetMs) {
      const report = await settlePage(
        page,
        {
          activity,
          readiness,
          builds,
          observers,
          startedWork: parts.startedWork,
          adopt: parts.adopt,
          look: parts.look,
          timers: parts.timers,
          loading: () => [
            ...libraries.loading(),
            ...media.loading(),
            ...images.loading(),
            ...ownClocks.loading(),
            ...freshImages.loading(),
            ...freshDocuments.loading(),
            ...(page.workers?.loading() ?? []),
            ...[...clock.followers].flatMap((follower) => follower.loading()),
          ],
          begunInside: () => [...clock.followers].map((follower) => follower.begun()),
        },
        budgetMs,
      );
      decodes = await decodesH264();
      if (drawsPages()) await copyForeignSheets(trees);
      const root = findRoot();
      if (root === null) return report;
      page.config = completeConfig(config, root, log);
      setUpRoot(root, page.config.width ?? 1080, page.config.height ?? 1920);
      keepLayerStyle();
      const settledTree = tree.resolve();
      registry.close();
      animations.scan(0);
      parts.start();
      libraries.reportMaps();
      stopLibraryLoops();
      announceReady(settledTree);
      return report;
    },
    provideMedia(given: Readonly<Record<string, MediaInfo>>) {
      media.provide(given);
      if (tree.now() !== null) tree.resolve();
      stage.forget();
    },
    describe() {
      reportInnerParts(log, trees);
      reportUsedParts(log, trees);
      reportTriggers(log, trees);
      reportMathRoots(log, trees);
      for (const follower of clock.followers) follower.describe();
      if (dear === undefined) dear = drawsPages() ? dearElements(trees) : null;
      return describePage({
        page,
        sources,
        media,
        scenes,
        decodesH264: decodes,
        drawsCanvases: canvases.any() || [...clock.followers].some((follower) => follower.drawsCanvases()),
        kept,
        trees,
        drawnTexts: parts.drawnTexts,
        resolve: tree.resolve,
      });
    },
    async prepare(setup) {
      const { pictures } = stage.prepare(setup);
      frames.outstanding.watch(setup.meetings ?? []);
      if (document.fonts.status === 'loading') await document.fonts.ready;
      return pictures.largest + canvases.pixels() * 4;
    },
    seek(frame) {
      // What the author's callbacks count would count a frame twice that is shown again.
      const waiting = ticker.waitingFor(frame);
      ticker.stop();
      return waiting ?? frames.seek(frame) ?? frames.late().then((found) => found?.until);
    },
    passBy(firstFrame, count) {
      ticker.stop();
      return frames.passBy(firstFrame, count);
    },
    async readyPictures(frame) {
      await stage.now().pictures.require(frame);
    },
    tick: (firstFrame, count) => ticker.start(firstFrame, count),
    tickState: () => ticker.state(),
    surfaceObstacle: () => findObstacle(watched),
    async openSurface(setup) {
      outlets.surface = await openSurface(setup, findRoot(), watched, dear ?? null);
    },
    lateObstacle(first, end, step) {
      ticker.stop();
      for (let frame = first; frame < end; frame += step) {
        frames.showAtOnce(frame)?.catch(() => {});
        // What is never painted is not looked at in its painting.
        const obstacle = outlets.surface?.obstacle() ?? canvases.obstacle();
        if (obstacle !== null) return obstacle;
      }
      return null;
    },
    async surfacePicture(frame) {
      const picture = (await outlets.surface?.picture(frame)) ?? { slot: -1, valid: false, obstacle: null };
      return frame < ticker.waitsAt() ? picture : { ...picture, slot: -1, valid: false };
    },
    async tapObstacle() {
      const told = [{ animations: sources.animations, frameEvents }, ...clock.followers]
        .filter(({ animations }) => animations.followsScrolling())
        .map((inside) => inside.frameEvents.heard())
        .find((event) => event !== null);
      if (told != null)
        return `the page listens to ${told}, which comes by frames of the browser where an animation follows scrolling`;
      // The first time fonts and pictures may have to come.
      await frames.seek(0);
      const waiting = frames.seek(0);
      await waiting;
      return waiting === undefined ? null : 'the page has its frames wait for something';
    },
    async openTap(setup) {
      outlets.tap = await openTap(setup);
    },
    tapNudge() {
      ticker.skip();
      outlets.tap?.nudge();
    },
    async tapped(frame, drawn, ms) {
      const valid = outlets.tap?.shown === frame && frame < ticker.waitsAt();
      return { valid, sequence: valid && drawn ? await (outlets.tap as Tap).first(ms) : 0 };
    },
    tapSettled: async (ms) => (outlets.tap === null ? 0 : outlets.tap.settled(ms)),
    outstanding: (frame) => frames.outstanding.after(frame),
    takeWarnings() {
      registry.reportLate();
      return log.take();
    },
  };
}

/** Publishes the timed elements, then says that the page may be seeked (composition-format 7.3). */
function announceReady(tree: CompositionTree): void {
  const globals = window as unknown as Record<string, unknown>;
  globals.__clipManifest = clipReports(tree);
  globals.__clipTree = clipTree(tree);
  globals.__playerReady = true;
  globals.__renderReady = true;
}
