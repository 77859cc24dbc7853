/** The timed parts of a composition, free of any document, so that Node and the page resolve them alike. */

/** `local`: the start counts from the host of the composition around; `global`: from the start of the render. */
export type StartBasis = 'local' | 'global';

export interface TimedElement {
  /** Unique among all elements; chosen by the caller. */
  readonly key: number;
  readonly id: string | null;
  /** `data-composition-id` as the author wrote it, when the element is a composition host. */
  readonly compositionId: string | null;
  /** Runtime id of the composition whose source holds the element. */
  readonly instance: string;
  /** `data-start` as written; null when missing (hosts and media count from 0). */
  readonly start: string | null;
  /** `data-duration` as written. */
  readonly duration: string | null;
  /** `data-end` as written. */
  readonly end: string | null;
  /** Rest of the media source divided by its rate, seconds; null when unknown or not media. */
  readonly mediaLength: number | null;
  /** Length of the child composition, seconds; null when unknown or not a host. */
  readonly childLength: number | null;
  readonly isMedia: boolean;
  /** Of media with a number as start: what it counts from, where `data-hf-media-start-basis` says so. */
  readonly startBasis?: StartBasis | null;
  /** Videos that say `loop` and nothing of a start or a length: they go on until their composition ends. */
  readonly loopsFreely?: boolean;
}

/** A composition mounted in the document. The root has no host. */
export interface TimedInstance {
  readonly id: string;
  /** Key of the host element; null for the root. */
  readonly host: number | null;
  /** Offset into the child, seconds. */
  readonly playbackStart: number;
  /** 0.1 to 10. */
  readonly rate: number;
}

/** When an element is on screen: seconds from the start of the render, end exclusive; null means open. */
export interface TimeWindow {
  readonly start: number;
  readonly end: number | null;
  /** End of the first pass of a source that loops beyond it, which is what the render is at least as long as. */
  readonly passEnd?: number;
}

/** How an instance's own time runs: `childTime = playbackStart + (t - hostStart) * rate`. */
export interface InstanceClock {
  readonly hostStart: number;
  readonly playbackStart: number;
  /** Product of the rates of all levels. */
  readonly rate: number;
}

export interface TimingProblem {
  readonly code: 'unresolved_start_reference' | 'cyclic_start_reference';
  readonly message: string;
  readonly key: number;
}

export interface ResolvedTiming {
  readonly windows: ReadonlyMap<number, TimeWindow>;
  readonly clocks: ReadonlyMap<string, InstanceClock>;
  readonly problems: readonly TimingProblem[];
}
