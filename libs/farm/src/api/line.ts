/** The line of waiting renders and the permits of those in flight (farm-practice 5). */
import type { VersionRange } from '../versions/versions.js';

/** The specification's numbers, read together. */
export interface QueueStatus {
  readonly maxConcurrentRenders: number;
  readonly activeRenders: number;
  readonly queuedRenders: number;
}

/** What an owner holds and waits for. */
export interface OwnerShare {
  readonly permits: number;
  readonly queued: number;
}

/** A run of a render, and the version that its workers have to understand. */
export interface RunInLine {
  readonly renderId: string;
  readonly epoch: number;
  readonly version: number;
}

export interface Line {
  status(): Promise<QueueStatus>;
  /** 1 to 10. Above a lowered limit permits only drain. */
  setLimit(maxConcurrentRenders: number): Promise<void>;
  /** Sets the limit only where none is stored. */
  proposeLimit(maxConcurrentRenders: number): Promise<void>;
  /** Most permits an owner may hold at once; null takes the cap away. */
  setOwnerPermits(owner: string, maxPermits: number | null): Promise<void>;
  share(owner: string): Promise<OwnerShare>;
  /**
   * Gives free permits to the next renders and tells which; called by workers only, so that nothing is admitted while none runs.
   * Renders of versions that the caller does not understand (`understood`, by default this build) keep their places.
   */
  admit(understood?: VersionRange): Promise<readonly RunInLine[]>;
  /** Renders in an active state, for coordinators and sweeps. */
  active(): Promise<readonly RunInLine[]>;
  /**
   * Looks at these renders, and at all that wait for a worker of their version: writes into their records, as an event too,
   * what has changed, and tells those that no worker understands.
   */
  noteVersions(ids: readonly string[]): Promise<readonly RunInLine[]>;
  /** Renders that have waited for more than `ms`, longest first, at most `limit`. */
  waitingLongerThan(ms: number, limit: number): Promise<readonly RunInLine[]>;
}
