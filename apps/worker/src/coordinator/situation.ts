/** What a coordinator knows when it decides: read fresh each time, so that any coordinator can go on. */
import type { ChunkRow, PlannedChunk, RenderRecord, StepRow } from '@framefarm/farm';

/** What the plan asks for, from the prepared render. */
export interface PlanFacts {
  /** Of the prepared render in the store. */
  readonly key: string;
  readonly chunks: readonly PlannedChunk[];
  /** Clips whose pictures have to be extracted. */
  readonly videos: number;
  readonly sound: boolean;
}

/** Workers that take work now, by name, and their lanes. */
export interface Capacity {
  readonly workers: readonly string[];
  readonly slots: number;
  readonly idleSlots: number;
  /** Why others take none, each reason once. */
  readonly blocked: readonly string[];
}

export interface Situation {
  readonly record: RenderRecord;
  readonly steps: readonly StepRow[];
  /** Ids of the steps whose claim has been beaten within its lease. */
  readonly live: ReadonlySet<string>;
  readonly chunks: readonly ChunkRow[];
  /** Null until the prepare step is committed. */
  readonly plan: PlanFacts | null;
  readonly capacity: Capacity;
  /** Epoch ms by the clock of Redis. */
  readonly now: number;
}
