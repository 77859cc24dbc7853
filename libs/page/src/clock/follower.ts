import type { HeardEvents } from '../document/heard-events.js';
import type { FamilyInUse } from '../report/fonts.js';
import type { KeptInDocument } from '../report/kept-in-document.js';
import type { AnimationDriver } from '../sources/animations/css-animations.js';
import type { FrameQueue } from './frame-queue.js';
import type { FrameTimers } from './frame-timers.js';

/** A document in a same-origin iframe, which is shown with the page that holds it. */
export interface Follower {
  /** Callbacks of its own. */
  readonly frames: FrameQueue;
  readonly animations: Pick<AnimationDriver, 'awaitsEnds' | 'followsScrolling'>;
  readonly frameEvents: HeardEvents;
  readonly kept: KeptInDocument;
  /** Looks at what was not looked at yet. */
  adopt(): void;
  /** What it still loads, in words. */
  loading(): string[];
  /** How much it has asked for and begun to make before frames are shown; grows with each. */
  begun(): number;
  /** Whether it was set to a frame before. */
  isShown(): boolean;
  readonly timers: Pick<FrameTimers, 'areDueBefore' | 'leave' | 'wake' | 'dues' | 'look'>;
  /** Fires its timers that are due in a frame. */
  fire(milliseconds: number): void;
  /** Sets it to a frame, and runs its callbacks. */
  run(milliseconds: number): void;
  /** All that is called in a frame was called: what the frame waits for; `isAwaited` as of canvases of workers. */
  waits(milliseconds: number, isAwaited: boolean): readonly Promise<unknown>[];
  /** Tells of what it cannot show once it has settled. */
  describe(): void;
  /** Families that texts in it ask for; `provided` are those that the whole page has. */
  fonts(provided: readonly string[]): readonly FamilyInUse[];
  /** As in the page's report. */
  drawsCanvases(): boolean;
}
