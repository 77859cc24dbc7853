/** Builds the page API for the composition's own document. */
import { fpsValue, type MediaInfo, type PageApi, type RenderSetup } from '@framefarm/contract';
import type { LocalTime } from './clock/local-time.js';
import { closestAround, elementAround } from './document/around.js';
import { type CompositionTree, findRoot, readTree } from './document/composition-tree.js';
import { completeConfig } from './document/root-facts.js';
import { watchStyleChanges } from './document/style-changes.js';
import { findTrees } from './document/trees.js';
import { watchCanvasTexts } from './frame/canvas-texts.js';
import { type Sources, type Stage, showFrame, withoutPictures } from './frame/engine.js';
import { freshFonts } from './frame/fresh-fonts.js';
import { passFrames } from './frame/passing.js';
import { watchMessages } from './frame/posted-messages.js';
import { watchScrollEvents } from './frame/scroll-events.js';
import { createTicker } from './frame/ticker.js';
import { createVisibility } from './frame/visibility.js';
import { driveAudioContexts } from './media/audio-contexts.js';
import { installCanvasSampling, samplesVideos } from './media/canvas-sampling.js';
import { createFreshImages } from './media/fresh-images.js';
import { createMediaLibrary } from './media/library.js';
import { createPictures } from './media/pictures.js';
import { followPlayback } from './media/play-time.js';
import { decodesH264 } from './media/sample-stream.js';
import { driveVideoFrames } from './media/video-frame-callbacks.js';
import { NativePromise, nativeComputedStyle } from './natives/natives.js';
import type { Page } from './page.js';
import { clipReports, clipTree } from './report/clips.js';
import { describePage } from './report/describe.js';
import { keepDrawings } from './scope/kept-drawings.js';
import { installPageGlobals } from './scope/page-globals.js';
import { watchStyleReaders } from './scope/style-readers.js';
import { synchroniseCanvases } from './scope/synchronised-canvases.js';
import { createVariables } from './scope/variables.js';
import { watchActivity } from './settle/activity.js';
import { watchReadiness } from './settle/readiness.js';
import { settlePage } from './settle/settle.js';
import { type AnimatedImages, createAnimatedImages } from './sources/animated-images.js';
import { reportTriggers } from './sources/animation-triggers.js';
import { createAnimationDriver } from './sources/css-animations.js';
import { createGsapRoot } from './sources/gsap-root.js';
import { reportInnerParts } from './sources/inner-parts.js';
import { createLibraryDriver } from './sources/libraries.js';
import { stopMarquees } from './sources/marquees.js';
import { createOwnClocks } from './sources/own-clocks.js';
import { scrollAtOnce } from './sources/smooth-scrolling.js';
import { createSvgAnimations } from './sources/svg-animations.js';
import { timelineSeconds } from './sources/timeline.js';
import { createTimelineRegistry } from './sources/timeline-registry.js';
import { skipViewTransitions } from './sources/view-transitions.js';
import { watchWorkerCanvases } from './sources/worker-canvases.js';
import { keepLayerStyle } from './style/layer-style.js';
import { installPageStyle, setUpRoot } from './style/page-style.js';
import { watchCustomElements } from './surface/move/quiet-moves.js';
import { drawsPages, findObstacle } from './surface/obstacles/obstacles.js';
import { watchCanvases } from './surface/obstacles/page-canvases.js';
import { watchScriptCalls } from './surface/obstacles/script-calls.js';
import { copyForeignSheets } from './surface/readable/foreign-sheets.js';
import { askForReadablePictures } from './surface/readable/readable-pictures.js';
import { openSurface, type Surface } from './surface/surface.js';
import { dearElements } from './surface/tiles/dear-elements.js';
import { refuseCapture } from './tap/capture-natives.js';
import { watchFrameEvents } from './tap/frame-events.js';
import { openTap, type Tap } from './tap/tap.js';

/** Frames that a library needs to notice that nothing plays any more. */
const LIBRARY_STOP_TURNS = 3;

/** Longest time an `hf-seek` promise or a picture may take is bounded by the driver; the page waits without a limit. */
export function startPage(page: Page): PageApi {
  const { config, clock, log } = page;
  let tree: CompositionTree | null = null;
  let stage: Stage | null = null;
  let fps = config.fps;
  let shownFrame = -1;
  let surface: Surface | null = null;
  let tap: Tap | null = null;
  let started = false;
  let decodes = false;
  /** What no tile of the surface cuts; null where the page is drawn as a whole, undefined until the page is described. */
  let dear: readonly Element[] | null | undefined;
  const scenes = new Map<Element, { start: number; end: number }>();

  watchCustomElements();
  const messages = watchMessages();
  const scrollEvents = watchScrollEvents();
  const canvasTexts = watchCanvasTexts();
  const trees = findTrees();
  const styles = watchStyleChanges(trees);
  const calls = watchScriptCalls();
  askForReadablePictures();
  synchroniseCanvases();
  const drawings = drawsPages() ? keepDrawings() : null;
  const canvases = watchCanvases(trees, styles, (context) => drawings?.keeps(context) ?? false);
  const readers = watchStyleReaders();
  const activity = watchActivity();
  const readiness = watchReadiness(log, trees);
  const now = (): number => (started ? clock.now() : 0);
  const playback = followPlayback({
    tree: () => tree,
    seconds: () => (started ? clock.now() / 1000 : null),
    fps: () => fps,
  });
  const media = createMediaLibrary(config.media, trees, playback);
  const videoFrames = driveVideoFrames(playback.framesOf, now, (thrown) => log.scriptError(thrown));
  const registry = createTimelineRegistry(log);
  skipViewTransitions(log);
  scrollAtOnce(log);
  stopMarquees(trees);
  const workerCanvases = watchWorkerCanvases(log);
  const gsap = createGsapRoot(clock.frames, (thrown) => log.scriptError(thrown));
  const libraries = createLibraryDriver(log);
  const animations = createAnimationDriver(
    {
      cssClock: (element) => cssClock(tree, element),
      now,
      isTimed: (element) => closestAround(element, '[data-start], video, [data-composition-src]') !== null,
    },
    trees,
    styles,
  );
  clock.timeOf = (element) => cssClock(tree, element);
  const images: AnimatedImages = createAnimatedImages(log, trees, (element) => cssClock(tree, element));
  const svg = createSvgAnimations((element) => cssClock(tree, element), trees);
  const ownClocks = createOwnClocks(log, trees);
  const freshImages = createFreshImages(trees, { onPicture: ownClocks.lookInStyle, onImage: images.follow });
  const sources: Sources = {
    registry,
    gsap,
    animations,
    libraries,
    images,
    svg,
    ownClocks,
    freshImages,
    workerCanvases,
    media,
    videoFrames,
  };
  const variables = createVariables(page, nativeComputedStyle);
  installCanvasSampling();
  refuseCapture();
  const frameEvents = watchFrameEvents(trees);
  driveAudioContexts(() => now() / 1000, log);

  const read = (root: HTMLElement): CompositionTree =>
    readTree(root, trees, {
      declared: config.instances,
      mediaOf: (element) => media.infoOf(element),
      timelineLength(id) {
        const lengths = (registry.bound.get(id) ?? [])
          .map((timeline) => timelineSeconds(timeline, fpsValue(config.fps)))
          .filter(Number.isFinite);
        return lengths.length === 0 ? null : Math.max(...lengths);
      },
      sceneWindow: (element) => scenes.get(element) ?? null,
    });

  /** Binds timelines and resolves the tree anew; needs a root. */
  const resolve = (): CompositionTree => {
    const root = findRoot();
    if (root === null) throw new Error('The document has no composition root');
    tree = read(root);
    registry.bind(tree.instances);
    tree = read(root);
    return tree;
  };

  const adopt = (): void => {
    installPageStyle(config);
    gsap.adopt((window as unknown as { gsap?: unknown }).gsap);
    media.adoptAll();
    variables.bind();
    animations.scan(0);
    images.adopt();
    ownClocks.adopt();
    freshImages.adopt();
    for (const follower of clock.followers) follower.adopt();
  };
  if (document.documentElement !== null) installPageStyle(config);
  document.addEventListener('DOMContentLoaded', adopt);
  installPageGlobals(page, {
    registry,
    variables,
    tree: () => tree ?? (findRoot() === null ? null : resolve()),
    seek: (seconds) => void seek(Math.round(seconds * fpsValue(fps))),
    rebind: () => {
      if (findRoot() !== null) resolve();
    },
    shownFrame: () => shownFrame,
  });

  const seek = (frame: number): Promise<void> | undefined => {
    const current = stage ?? prepareStage(null);
    const pictures = current.pictures.require(frame);
    if (pictures !== undefined) return pictures.then(() => show(current, frame));
    return show(current, frame);
  };

  /** `anew` is the frame that was shown before its canvases had their fonts. */
  const show = (current: Stage, frame: number, anew = false): Promise<void> | undefined => {
    surface?.shows(frame);
    tap?.shows(frame);
    drawings?.composed();
    canvasTexts.begin();
    scrollEvents.begin();
    messages.begin();
    const waits = showFrame(page, sources, current, frame, fps);
    shownFrame = frame;
    surface?.shown();
    waits.push(...messages.waits(), ...scrollEvents.waits(animations.followsScrolling()), ...freshFonts());
    if (waits.length === 0) return undefined;
    // What was awaited may have named further pictures and fonts.
    return NativePromise.all(waits).then(async () => {
      await NativePromise.all([...freshImages.waits(), ...freshFonts()]);
      if (canvasTexts.areEarly() && !anew) await show(current, frame, true);
    });
  };

  const prepareStage = (setup: RenderSetup | null): Stage => {
    const resolved = tree ?? resolve();
    if (setup !== null) fps = setup.fps;
    stage?.pictures.dispose();
    const visibility = createVisibility(resolved, fps);
    const pictures = createPictures({
      tree: resolved,
      fps,
      media,
      videos: setup?.videos ?? [],
      drawn: surface !== null,
      isVisible: visibility.isVisible,
    });
    stage = { tree: resolved, visibility, pictures };
    return stage;
  };

  /** Libraries end their own frame loops once all their animations are paused, but only in a frame of theirs. */
  const stopLibraryLoops = (): void => {
    if (!libraries.inUse()) return;
    libraries.seek(0);
    for (let turn = 0; turn < LIBRARY_STOP_TURNS && clock.frames.hasLoop(); turn++) clock.frames.run(0);
  };

  const ticker = createTicker(seek);
  return {
    async settle(budgetMs) {
      const report = await settlePage(
        page,
        {
          activity,
          readiness,
          adopt,
          loading: () => [
            ...libraries.loading(),
            ...media.loading(),
            ...images.loading(),
            ...ownClocks.loading(),
            ...freshImages.loading(),
            ...[...clock.followers].flatMap((follower) => follower.loading()),
          ],
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
      const settledTree = resolve();
      registry.close();
      animations.scan(0, true);
      started = true;
      libraries.reportMaps();
      stopLibraryLoops();
      announceReady(settledTree);
      return report;
    },
    provideMedia(given: Readonly<Record<string, MediaInfo>>) {
      media.provide(given);
      if (tree !== null) resolve();
      stage = null;
    },
    describe() {
      reportInnerParts(log, trees);
      reportTriggers(log, trees);
      for (const follower of clock.followers) follower.describe();
      if (dear === undefined) dear = drawsPages() ? dearElements(trees) : null;
      return describePage({
        page,
        sources,
        media,
        scenes,
        decodesH264: decodes,
        drawsCanvases: canvases.any() || [...clock.followers].some((follower) => follower.drawsCanvases()),
        resolve,
      });
    },
    async prepare(setup) {
      const { pictures } = prepareStage(setup);
      if (document.fonts.status === 'loading') await document.fonts.ready;
      return pictures.largest + canvases.pixels() * 4;
    },
    seek(frame) {
      // What the author's callbacks count would count a frame twice that is shown again.
      const waiting = ticker.waitingFor(frame);
      ticker.stop();
      return waiting ?? seek(frame);
    },
    passBy(firstFrame, count) {
      ticker.stop();
      surface?.passesBy();
      const unseen = withoutPictures(stage ?? prepareStage(null));
      const pass = (frame: number, anew = false): Promise<unknown> | undefined => {
        // What a canvas makes of a video's picture may stay there.
        if (samplesVideos() || (stage?.pictures.largest && canvases.pixels() > 0)) return seek(frame);
        drawings?.composed();
        canvasTexts.begin();
        scrollEvents.begin();
        messages.begin();
        const waits = showFrame(page, sources, unseen, frame, fps);
        shownFrame = frame;
        waits.push(...messages.waits(), ...scrollEvents.waits(animations.followsScrolling()), ...freshFonts());
        if (waits.length === 0) return undefined;
        return NativePromise.all(waits).then(() => (canvasTexts.areEarly() && !anew ? pass(frame, true) : undefined));
      };
      return passFrames((frame) => pass(frame), firstFrame, count);
    },
    async readyPictures(frame) {
      await (stage ?? prepareStage(null)).pictures.require(frame);
    },
    tick: (firstFrame, count) => ticker.start(firstFrame, count),
    tickState: () => ticker.state(),
    surfaceObstacle: () => findObstacle(trees, calls, canvases),
    async openSurface(setup) {
      surface = await openSurface(setup, findRoot(), { readers, trees, styles, calls, canvases }, dear ?? null);
    },
    lateObstacle(first, end, step) {
      ticker.stop();
      for (let frame = first; frame < end; frame += step) {
        show(stage ?? prepareStage(null), frame)?.catch(() => {});
        // What is never painted is not looked at in its painting.
        const obstacle = surface?.obstacle() ?? canvases.obstacle();
        if (obstacle !== null) return obstacle;
      }
      return null;
    },
    async surfacePicture(frame) {
      const picture = (await surface?.picture(frame)) ?? { slot: -1, valid: false, obstacle: null };
      return frame < ticker.waitsAt() ? picture : { ...picture, slot: -1, valid: false };
    },
    tapObstacle() {
      const heard = [frameEvents, ...[...clock.followers].map((follower) => follower.frameEvents)];
      const told = heard.map((events) => events.heard()).find((event) => event !== null) ?? null;
      return told === null ? null : `the page listens to ${told}, which comes by frames of the browser`;
    },
    async openTap(setup) {
      tap = await openTap(setup);
    },
    tapNudge() {
      ticker.skip();
      tap?.nudge();
    },
    async tapped(frame, drawn, ms) {
      const valid = tap?.shown === frame && frame < ticker.waitsAt();
      return { valid, sequence: valid && drawn ? await (tap as Tap).first(ms) : 0 };
    },
    tapSettled: async (ms) => (tap === null ? 0 : tap.settled(ms)),
    takeWarnings() {
      registry.reportLate();
      return log.take();
    },
  };
}

/** Runs a CSS animation against the nearest timed element, else against the composition that holds it. */
function cssClock(tree: CompositionTree | null, element: Element): LocalTime {
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

/** Publishes the timed elements, then says that the page may be seeked (composition-format 7.3). */
function announceReady(tree: CompositionTree): void {
  const globals = window as unknown as Record<string, unknown>;
  globals.__clipManifest = clipReports(tree);
  globals.__clipTree = clipTree(tree);
  globals.__playerReady = true;
  globals.__renderReady = true;
}
