/** Shows frames with what they wait for, and goes through those that nobody captures here. */
import { frameTime } from '@framefarm/contract';
import type { FrameTasks } from '../clock/frame-tasks.js';
import { samplesVideos } from '../media/canvas-sampling.js';
import { NativePromise } from '../natives/natives.js';
import { promisesRun } from '../natives/time.js';
import type { Page } from '../page.js';
import type { KeptDrawings } from '../scope/kept-drawings.js';
import type { PageCanvases } from '../surface/obstacles/page-canvases.js';
import type { CanvasTexts } from './canvas-texts.js';
import { type ShownStage, type Sources, seekAll, showFrame, withoutPictures } from './engine.js';
import { framesOnTheWay, goAlong } from './frames-on-the-way.js';
import { freshFonts } from './fresh-fonts.js';
import type { Outlets } from './outlets.js';
import { createOutstanding, type Outstanding } from './outstanding.js';
import { passFrames } from './passing.js';
import type { PostedMessages } from './posted-messages.js';
import type { PreparedStage } from './prepared-stage.js';
import type { ScrollEvents } from './scroll-events.js';
import type { StartedWork } from './started-work.js';

export interface ShownFrames {
  /** Shows a frame once the pictures of its videos are there. As `seek` of the page's API. */
  seek(frame: number): Promise<void> | undefined;
  /** The same at once, whatever goes on behind a promise in the frames on the way. */
  seekAtOnce(frame: number): Promise<void> | undefined;
  /** Shows a frame at once, with the pictures of videos that are there. */
  showAtOnce(frame: number): Promise<void> | undefined;
  /**
   * Of a frame that was shown at once: what it waits for after all, as scripts went on with it behind a promise; null where there is nothing.
   * Known before the frame is drawn.
   */
  late(): Promise<{ readonly until: Promise<void> } | null>;
  passBy(firstFrame: number, count: number): Promise<void>;
  /** The frame that was shown last; -1 before the first. */
  last(): number;
  /** What is to come after frames where chunks meet. */
  readonly outstanding: Pick<Outstanding, 'watch' | 'after'>;
}

export interface ShownFramesParts {
  readonly page: Page;
  readonly sources: Sources;
  readonly stage: PreparedStage;
  readonly outlets: Outlets;
  readonly messages: PostedMessages;
  readonly tasks: FrameTasks;
  readonly startedWork: StartedWork;
  readonly scrollEvents: ScrollEvents;
  readonly canvasTexts: CanvasTexts;
  readonly canvases: PageCanvases;
  /** Null where the page is not drawn onto surfaces. */
  readonly drawings: KeptDrawings | null;
}

export function createShownFrames(parts: ShownFramesParts): ShownFrames {
  const { page, sources, stage, outlets, messages, tasks, startedWork, scrollEvents, canvasTexts, canvases, drawings } =
    parts;
  let last = -1;
  const outstanding = createOutstanding(
    () => [
      sources.gsap.dues(),
      [sources, ...page.clock.followers].flatMap(({ timers }) => timers.dues()),
      tasks.dues(),
    ],
    () => last,
  );

  /** What scripts have begun in the frame that is shown. */
  const begun = (): Promise<unknown>[] => [...messages.waits(), ...tasks.waits(), ...startedWork.waits()];
  /** What was awaited may have named further pictures, documents and fonts. */
  const awaited = (waits: readonly Promise<unknown>[]): Promise<void> =>
    NativePromise.all(waits).then(async () => {
      await NativePromise.all([
        ...sources.freshImages.waits(),
        ...sources.freshDocuments.waits(page.clock.now()),
        ...freshFonts(),
      ]);
    });
  const late = async (): Promise<{ readonly until: Promise<void> } | null> => {
    await promisesRun();
    const waits = [...begun(), ...sources.freshImages.waits()];
    return waits.length === 0 ? null : { until: awaited(waits) };
  };
  const lateWait = (): Promise<void> => late().then((found) => found?.until);

  /** Runs everything of a frame that was come to; what it waits for is returned. */
  const run = (shown: ShownStage, frame: number, isPainted: boolean): Promise<unknown>[] => {
    const waits = showFrame(page, sources, shown, frame, stage.fps());
    last = frame;
    if (isPainted) outlets.surface?.shown();
    waits.push(...begun());
    waits.push(...scrollEvents.waits(sources.animations.followsScrolling()), ...freshFonts());
    return waits;
  };
  const goTo = (frame: number): void => seekAll(page, sources, stage.now().tree, frameTime(frame, stage.fps()));
  /** Leaves the frame that is shown, and goes along the way to another one; with time for promises, in each, unless there is none. */
  const comeTo = (frame: number, atOnce: boolean): Promise<void> | undefined => {
    outstanding.leave(last);
    drawings?.composed();
    canvasTexts.begin();
    scrollEvents.begin();
    messages.begin();
    const way = framesOnTheWay(sources, stage.now().tree, last, frame, stage.fps());
    if (!atOnce) return goAlong(way, goTo);
    for (const passed of way) goTo(passed);
    return undefined;
  };

  /** `anew`: the frame was shown before its canvases had their fonts. */
  const show = (frame: number, atOnce: boolean, anew = false): Promise<void> | undefined => {
    outlets.surface?.shows(frame);
    outlets.tap?.shows(frame);
    const showNow = (): Promise<void> | undefined => {
      const waits = run(stage.now(), frame, true);
      if (waits.length === 0) return undefined;
      return awaited(waits).then(async () => {
        if (canvasTexts.areEarly() && !anew) await show(frame, atOnce, true);
      });
    };
    const coming = comeTo(frame, atOnce);
    return coming === undefined ? showNow() : coming.then(showNow);
  };

  const seek = (frame: number, atOnce = false): Promise<void> | undefined => {
    const pictures = stage.now().pictures.require(frame);
    return pictures === undefined ? show(frame, atOnce) : pictures.then(() => show(frame, atOnce));
  };

  return {
    seek: (frame) => seek(frame),
    seekAtOnce: (frame) => seek(frame, true),
    showAtOnce: (frame) => show(frame, true),
    late,
    passBy(firstFrame, count) {
      outlets.surface?.passesBy();
      const { pictures } = stage.now();
      const unseen = withoutPictures(stage.now());
      const pass = (frame: number, anew = false): Promise<unknown> | undefined => {
        // What a canvas makes of a video's picture may stay there.
        if (samplesVideos() || (pictures.largest > 0 && canvases.pixels() > 0)) return seek(frame);
        const passNow = (): Promise<unknown> | undefined => {
          const waits = run(unseen, frame, false);
          return waits.length === 0
            ? lateWait()
            : NativePromise.all(waits).then(() => (canvasTexts.areEarly() && !anew ? pass(frame, true) : undefined));
        };
        const coming = comeTo(frame, false);
        return coming === undefined ? passNow() : coming.then(passNow);
      };
      return passFrames((frame) => pass(frame), firstFrame, count);
    },
    last: () => last,
    outstanding,
  };
}
