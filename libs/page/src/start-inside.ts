/** Shows a document in a same-origin iframe with the page around it (reference: composition-format 7.1, 7.2). */

import type { Follower } from './clock/follower.js';
import type { LocalTime } from './clock/local-time.js';
import { followClock } from './clock/virtual-clock.js';
import { watchEvents } from './document/heard-events.js';
import { watchStyleChanges } from './document/style-changes.js';
import { findTrees } from './document/trees.js';
import { createFreshDocuments } from './frame/fresh-documents.js';
import { freshFonts } from './frame/fresh-fonts.js';
import { inFramesOfLoading } from './frame/native-frame.js';
import { watchMessages } from './frame/posted-messages.js';
import { watchScrollEvents } from './frame/scroll-events.js';
import { watchStartedWork } from './frame/started-work.js';
import { driveAudioContexts } from './media/audio-contexts.js';
import { createFreshImages } from './media/fresh-images.js';
import { silenceInnerMedia } from './media/inner-media.js';
import { tellBrokenJson } from './natives/broken-json.js';
import { keepWindow } from './natives/kept-window.js';
import { hideMachine } from './natives/machine.js';
import type { PageAround } from './page.js';
import { fontUsers } from './report/font-users.js';
import { usedFonts } from './report/fonts.js';
import { watchKeptInDocument } from './report/kept-in-document.js';
import { reportMathRoots } from './report/math-roots.js';
import { watchScriptErrors } from './report/warnings.js';
import { synchroniseCanvases } from './scope/synchronised-canvases.js';
import { watchObserverCalls } from './settle/observer-calls.js';
import { watchReadiness } from './settle/readiness.js';
import { reportTriggers } from './sources/animations/animation-triggers.js';
import { createAnimationDriver } from './sources/animations/css-animations.js';
import { reportInnerParts } from './sources/animations/inner-parts.js';
import { createStyleEvents, STYLE_EVENTS } from './sources/animations/style-events.js';
import { createSvgAnimations } from './sources/animations/svg-animations.js';
import { tellStarts } from './sources/animations/transition-starts.js';
import { reportUsedParts } from './sources/animations/used-parts.js';
import { createAnimatedImages } from './sources/own-clocks/animated-images.js';
import { stopMarquees } from './sources/own-clocks/marquees.js';
import { createOwnClocks } from './sources/own-clocks/own-clocks.js';
import { scrollAtOnce } from './sources/own-clocks/smooth-scrolling.js';
import { skipViewTransitions } from './sources/own-clocks/view-transitions.js';
import { watchWorkerCanvases } from './sources/worker-canvases.js';
import { startTimers } from './start-timers.js';
import { installInsideStyle } from './style/inside-style.js';
import { keepLayerStyle } from './style/layer-style.js';
import { refuseCapture } from './tap/capture-natives.js';
import { watchDocumentWorkers } from './worker-clock/page-workers.js';

/** The iframe of the page that holds this document, however deep inside it is. */
function outermostFrame(): Element | null {
  let inside: Window = window;
  while (inside.parent !== inside.parent.parent) inside = inside.parent;
  return inside.frameElement;
}

/** Call it before any script of the document. */
export function startInside({ clock, log, workers, isAwaited, nextFrame, turn }: PageAround): void {
  const frame = outermostFrame();
  const timeOf = (): LocalTime => (frame === null ? { start: 0, rate: 1, offset: 0 } : clock.timeOf(frame));
  watchScriptErrors(log);
  tellBrokenJson();
  refuseCapture();
  hideMachine();
  keepWindow();
  installInsideStyle();
  synchroniseCanvases();
  skipViewTransitions(log);
  scrollAtOnce(log);
  const messages = watchMessages();
  watchDocumentWorkers(workers, log, () => clock.now() > 0);
  const scrollEvents = watchScrollEvents(nextFrame);
  const trees = findTrees();
  stopMarquees(trees);
  const media = silenceInnerMedia(log, trees);
  const workerCanvases = watchWorkerCanvases(log, workers !== null);
  const starts = tellStarts(log);
  driveAudioContexts(() => clock.now() / 1000, log);
  let isShown = false;
  /** Whether frames are shown: also to a document that has come in one, and is not set to it yet. */
  const isLate = (): boolean => isShown || clock.now() > 0;
  const animationTurned = (element: Element | null): void => {
    if (clock.now() > 0) starts.animation(element);
  };
  const observers = watchObserverCalls(() => {
    if (isLate()) scan();
  });
  const styles = watchStyleChanges(trees);
  const frameEvents = watchEvents(STYLE_EVENTS, trees);
  const animations = createAnimationDriver({
    timing: {
      cssClock: timeOf,
      now: clock.now,
      isTimed: () => false,
      transitionBegan: (property, element) => {
        if (isLate()) starts.transition(property, element);
      },
      animationTurned,
    },
    trees,
    styles,
    events: createStyleEvents(trees, frameEvents),
  });
  const svg = createSvgAnimations(timeOf, trees, animationTurned, () => clock.now());
  const images = createAnimatedImages(log, trees, timeOf);
  const ownClocks = createOwnClocks(log, trees);
  const freshImages = createFreshImages(trees, styles, { onPicture: ownClocks.lookInStyle, onImage: images.follow });
  const freshDocuments = createFreshDocuments({ log, trees, followers: clock.followers });
  const readiness = watchReadiness(log, trees);
  const { timers, activity, tasks } = startTimers(
    log,
    {
      now: clock.now,
      set: clock.set,
      isShown: () => isShown,
      isAwaited,
      isLoaded: () => document.readyState === 'complete',
      inOrder: false,
      fail: (thrown) => window.reportError(thrown),
    },
    isAwaited,
  );
  const startedWork = watchStartedWork({ log, isShown: () => isShown, requests: activity.requests });
  const frames = followClock(window, clock);
  const follower: Follower = {
    frames,
    timers,
    animations,
    frameEvents,
    kept: watchKeptInDocument(trees, frameEvents),
    adopt() {
      svg.hold();
      images.adopt();
      ownClocks.adopt();
      freshImages.adopt();
    },
    loading: () => [
      ...readiness.open(),
      ...activity.open(),
      ...startedWork.building(),
      ...activity.timers(),
      ...images.loading(),
      ...ownClocks.loading(),
      ...freshImages.loading(),
      ...freshDocuments.loading(),
    ],
    begun: () => activity.count + observers.count + startedWork.count,
    isShown: () => isShown,
    fire(milliseconds) {
      if (!isShown) {
        isShown = true;
        timers.begin();
      }
      timers.run(milliseconds);
    },
    run(milliseconds) {
      const seconds = milliseconds / 1000;
      messages.begin();
      scrollEvents.begin();
      animations.seek(seconds);
      svg.seek(seconds);
      images.seek(seconds);
      frames.run(milliseconds);
    },
    waits(milliseconds, isAwaited) {
      const seconds = milliseconds / 1000;
      animations.scan(seconds);
      svg.scan(seconds);
      ownClocks.seek();
      media.seek();
      keepLayerStyle();
      return [
        ...workerCanvases.seek(isAwaited),
        ...freshImages.waits(),
        ...messages.waits(),
        ...tasks.waits(),
        ...startedWork.waits(),
        ...scrollEvents.waits(animations.followsScrolling()),
        ...freshDocuments.waits(milliseconds),
        ...freshFonts(),
      ];
    },
    describe() {
      reportInnerParts(log, trees);
      reportUsedParts(log, trees);
      reportTriggers(log, trees);
      reportMathRoots(log, trees);
    },
    fonts: (provided) => usedFonts(fontUsers(trees, document.body ?? document), provided),
    drawsCanvases: () => trees.select(document, 'canvas').length > 0,
  };
  const scan = (): void => animations.scan(clock.now() / 1000);
  document.addEventListener('DOMContentLoaded', scan);
  inFramesOfLoading(scan);
  clock.followers.add(follower);
  window.addEventListener('pagehide', () => {
    clock.followers.delete(follower);
    // What an iframe loads may get the window of the empty document that stood in for it, where somebody has looked into that one.
    void turn().then(() => {
      if (document.defaultView !== null) clock.followers.add(follower);
    });
  });
}
