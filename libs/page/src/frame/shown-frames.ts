/** Shows frames with what they wait for, and goes through those that nobody captures here. */
import type { FrameTasks } from '../clock/frame-tasks.js';
import { samplesVideos } from '../media/canvas-sampling.js';
import { NativePromise } from '../natives/natives.js';
import type { Page } from '../page.js';
import type { KeptDrawings } from '../scope/kept-drawings.js';
import type { PageCanvases } from '../surface/obstacles/page-canvases.js';
import type { CanvasTexts } from './canvas-texts.js';
import { type ShownStage, type Sources, showFrame, withoutPictures } from './engine.js';
import { freshFonts } from './fresh-fonts.js';
import type { Outlets } from './outlets.js';
import { passFrames } from './passing.js';
import type { PostedMessages } from './posted-messages.js';
import type { PreparedStage } from './prepared-stage.js';
import type { ScrollEvents } from './scroll-events.js';
import type { StartedWork } from './started-work.js';

export interface ShownFrames {
  /** Shows a frame once the pictures of its videos are there. As `seek` of the page's API. */
  seek(frame: number): Promise<void> | undefined;
  /** Shows a frame with the pictures of videos that are there. */
  show(frame: number): Promise<void> | undefined;
  passBy(firstFrame: number, count: number): Promise<void>;
  /** The frame that was shown last; -1 before the first. */
  last(): number;
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

  /** Runs everything of a frame; what it waits for is returned. */
  const run = (shown: ShownStage, frame: number, isPainted: boolean): Promise<unknown>[] => {
    drawings?.composed();
    canvasTexts.begin();
    scrollEvents.begin();
    messages.begin();
    const waits = showFrame(page, sources, shown, frame, stage.fps(), last);
    last = frame;
    if (isPainted) outlets.surface?.shown();
    waits.push(...messages.waits(), ...tasks.waits(), ...startedWork.waits());
    waits.push(...scrollEvents.waits(sources.animations.followsScrolling()), ...freshFonts());
    return waits;
  };

  /** `anew`: the frame was shown before its canvases had their fonts. */
  const show = (frame: number, anew = false): Promise<void> | undefined => {
    outlets.surface?.shows(frame);
    outlets.tap?.shows(frame);
    const waits = run(stage.now(), frame, true);
    if (waits.length === 0) return undefined;
    // What was awaited may have named further pictures, documents and fonts.
    return NativePromise.all(waits).then(async () => {
      await NativePromise.all([
        ...sources.freshImages.waits(),
        ...sources.freshDocuments.waits(page.clock.now()),
        ...freshFonts(),
      ]);
      if (canvasTexts.areEarly() && !anew) await show(frame, true);
    });
  };

  const seek = (frame: number): Promise<void> | undefined => {
    const pictures = stage.now().pictures.require(frame);
    return pictures === undefined ? show(frame) : pictures.then(() => show(frame));
  };

  return {
    seek,
    show: (frame) => show(frame),
    passBy(firstFrame, count) {
      outlets.surface?.passesBy();
      const { pictures } = stage.now();
      const unseen = withoutPictures(stage.now());
      const pass = (frame: number, anew = false): Promise<unknown> | undefined => {
        // What a canvas makes of a video's picture may stay there.
        if (samplesVideos() || (pictures.largest > 0 && canvases.pixels() > 0)) return seek(frame);
        const waits = run(unseen, frame, false);
        if (waits.length === 0) return undefined;
        return NativePromise.all(waits).then(() => (canvasTexts.areEarly() && !anew ? pass(frame, true) : undefined));
      };
      return passFrames((frame) => pass(frame), firstFrame, count);
    },
    last: () => last,
  };
}
