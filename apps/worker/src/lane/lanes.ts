/** Where the steps of a worker are done: the lane processes of this machine, or what a caller of `startWorker` puts in their place. */
import type { LaneListener } from './lane.js';
import type { LaneResults, LaneWork } from './messages.js';

/** `browser`: captures. `media`: decodes, mixes and joins, and never starts a browser. */
export type LaneKind = 'browser' | 'media';

export interface Wanted {
  readonly kind: LaneKind;
  /** Owner and composition: a browser serves one of them (security 2.6). */
  readonly occupant: string;
  readonly renderId: string;
}

export interface StepLane {
  /** Does one step; settles once nothing of it runs any more. @throws FramefarmError what the step threw, or the signal's reason. */
  perform<K extends LaneWork['kind']>(
    work: Extract<LaneWork, { readonly kind: K }>,
    listener: LaneListener,
    signal: AbortSignal,
  ): Promise<LaneResults[K]>;
}

export interface Lanes {
  /** Starts lanes ahead of the first work. */
  warm(kind: LaneKind, count: number): Promise<void>;
  /**
   * Runs `work` in a lane of that kind; how many work at once is the caller's affair. `leave` lets another step have the lane before `work` is
   * over, once its own has left (`LaneListener.onLeft`).
   */
  use<T>(wanted: Wanted, signal: AbortSignal, work: (lane: StepLane, leave: () => void) => Promise<T>): Promise<T>;
  /** Renders for which idle lanes keep something warm. */
  warmFor(): readonly string[];
  /** Ends what idle lanes keep warm for a render. */
  forget(renderId: string): Promise<void>;
  /** `started`: since the worker began. */
  counts(): { readonly lanes: number; readonly busy: number; readonly started: number; readonly rssMb: number };
  /** Ends all lanes; work that still runs is cancelled. */
  close(): Promise<void>;
}

/** `directory`: the worker's own, removed with it. */
export type OpenLanes = (directory: string) => Lanes | Promise<Lanes>;
