/** Puts the runtime of the composition's own document together, before any script of the author. */

import { fpsValue, type PageApi } from '@framefarm/contract';
import { createApi } from './api.js';
import { findRoot } from './document/composition-tree.js';
import { watchEvents } from './document/heard-events.js';
import { createPageTree } from './document/page-tree.js';
import { watchStyleChanges } from './document/style-changes.js';
import { findTrees } from './document/trees.js';
import { watchCanvasTexts } from './frame/canvas-texts.js';
import { inFramesOfLoading } from './frame/native-frame.js';
import type { Outlets } from './frame/outlets.js';
import { watchMessages } from './frame/posted-messages.js';
import { createPreparedStage } from './frame/prepared-stage.js';
import { watchScrollEvents } from './frame/scroll-events.js';
import { createShownFrames } from './frame/shown-frames.js';
import { watchStartedWork } from './frame/started-work.js';
import { driveAudioContexts } from './media/audio-contexts.js';
import { installCanvasSampling } from './media/canvas-sampling.js';
import { keepWindow } from './natives/kept-window.js';
import { hideMachine } from './natives/machine.js';
import { nativeComputedStyle } from './natives/natives.js';
import type { Page } from './page.js';
import { watchKeptInDocument } from './report/kept-in-document.js';
import { keepDrawings } from './scope/kept-drawings.js';
import { installPageGlobals } from './scope/page-globals.js';
import { watchStyleReaders } from './scope/style-readers.js';
import { synchroniseCanvases } from './scope/synchronised-canvases.js';
import { createVariables } from './scope/variables.js';
import { watchBuilds } from './settle/builds.js';
import { installFontWait } from './settle/font-wait.js';
import { watchObserverCalls } from './settle/observer-calls.js';
import { watchReadiness } from './settle/readiness.js';
import { createSources } from './sources/all-sources.js';
import { STYLE_EVENTS } from './sources/animations/style-events.js';
import { createFirstDraws } from './sources/libraries/first-draws.js';
import { isPageAwaited } from './sources/page-waits.js';
import { startTimers } from './start-timers.js';
import { installPageStyle } from './style/page-style.js';
import { installShadowStyle } from './style/shadow-style.js';
import { watchCustomElements } from './surface/move/quiet-moves.js';
import { watchForeignPaints } from './surface/obstacles/foreign-paints.js';
import { drawsPages } from './surface/obstacles/obstacles.js';
import { watchCanvases } from './surface/obstacles/page-canvases.js';
import { watchScriptCalls } from './surface/obstacles/script-calls.js';
import { askForReadablePictures } from './surface/readable/readable-pictures.js';
import { refuseCapture } from './tap/capture-natives.js';
import { watchDocumentWorkers } from './worker-clock/page-workers.js';

export function startPage(page: Page): PageApi {
  const { config, clock, log, workers } = page;
  const outlets: Outlets = { surface: null, tap: null };
  const scenes = new Map<Element, { start: number; end: number }>();
  let started = false;
  const now = (): number | null => (started ? clock.now() : null);

  watchCustomElements();
  const messages = watchMessages();
  watchDocumentWorkers(workers, log, () => started);
  const scrollEvents = watchScrollEvents();
  const canvasTexts = watchCanvasTexts();
  const trees = findTrees();
  installShadowStyle(trees);
  const styles = watchStyleChanges(trees);
  const calls = watchScriptCalls();
  askForReadablePictures();
  synchroniseCanvases();
  const drawings = drawsPages() ? keepDrawings() : null;
  const canvases = watchCanvases(trees, styles, (context) => drawings?.keeps(context) ?? false);
  const readers = watchStyleReaders();
  const builds = watchBuilds(log);
  const { timers, activity, tasks } = startTimers(
    log,
    {
      now: clock.now,
      set: clock.set,
      isShown: () => started,
      isAwaited: () => isPageAwaited() || (!started && builds.open().length > 0),
      isLoaded: () => document.readyState === 'complete',
      inOrder: true,
      fail: (thrown) => log.scriptError(thrown),
    },
    isPageAwaited,
  );
  const startedWork = watchStartedWork({ log, isShown: () => started, requests: activity.requests });
  const observers = watchObserverCalls(() => {
    if (started) sources.animations.scan(clock.now() / 1000);
  });
  const readiness = watchReadiness(log, trees);
  installFontWait();

  const paints = watchForeignPaints();
  const frameEvents = watchEvents(STYLE_EVENTS, trees);
  const tree = createPageTree({
    config,
    trees,
    scenes,
    mediaOf: (element) => sources.media.infoOf(element),
    registry: () => sources.registry,
  });
  clock.timeOf = tree.timeOf;
  const sources = createSources({
    page,
    trees,
    styles,
    tree,
    timers,
    paints,
    frameEvents,
    fps: () => stage.fps(),
    now,
  });
  installCanvasSampling(sources.lateMedia.used);
  const variables = createVariables(page, nativeComputedStyle);
  refuseCapture();
  hideMachine();
  keepWindow();
  const kept = watchKeptInDocument(trees, frameEvents);
  driveAudioContexts(() => (now() ?? 0) / 1000, log);

  const stage = createPreparedStage({
    fps: config.fps,
    tree,
    media: sources.media,
    isDrawn: () => outlets.surface !== null,
  });
  const frames = createShownFrames({
    page,
    sources,
    stage,
    outlets,
    messages,
    tasks,
    startedWork,
    scrollEvents,
    canvasTexts,
    canvases,
    drawings,
  });

  const firstDraws = createFirstDraws();
  const adopt = (): void => {
    installPageStyle(config);
    sources.gsap.adopt();
    firstDraws.adopt();
    sources.media.adoptAll();
    variables.bind();
    sources.animations.scan(0);
    sources.svg.hold();
    sources.images.adopt();
    sources.ownClocks.adopt();
    sources.freshImages.adopt();
    for (const follower of clock.followers) follower.adopt();
  };
  if (document.documentElement !== null) installPageStyle(config);
  document.addEventListener('DOMContentLoaded', adopt);
  // While a script keeps the page from being there, animations run by the machine's clock, and one that is over is not found any more.
  inFramesOfLoading(() => {
    sources.animations.scan(0);
    sources.svg.hold();
  });
  installPageGlobals(page, {
    registry: sources.registry,
    variables,
    tree: tree.orRead,
    seek: (seconds) => void frames.seekAtOnce(Math.round(seconds * fpsValue(stage.fps()))),
    rebind: () => {
      if (findRoot() !== null) tree.resolve();
    },
    shownFrame: frames.last,
  });

  return createApi({
    page,
    sources,
    tree,
    scenes,
    stage,
    frames,
    outlets,
    activity,
    observers,
    startedWork,
    builds,
    readiness,
    frameEvents,
    kept,
    drawnTexts: canvasTexts.drawn,
    watched: { readers, trees, styles, calls, canvases, paints },
    adopt,
    timers,
    look: () =>
      [timers, ...[...clock.followers].map((follower) => follower.timers)].map(({ look }) => look()).includes(true),
    start: () => {
      started = true;
      timers.begin();
      workers?.begin();
    },
  });
}
