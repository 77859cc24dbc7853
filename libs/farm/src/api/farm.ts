/**
 * What producers and workers do with the farm's shared truth. One implementation, on Redis: every change of a record is one
 * script that also appends the event, so that nobody sees a state that was not stored (farm-practice 3, 6).
 */
import type { Batches } from './batches.js';
import type { Chunks } from './chunks.js';
import type { Compositions } from './compositions.js';
import type { EventLog } from './event-log.js';
import type { Line } from './line.js';
import type { Outbox } from './outbox.js';
import type { RenderRecords } from './renders.js';
import type { Retention } from './retention.js';
import type { FarmStats } from './stats.js';
import type { Steps } from './steps.js';
import type { RunView } from './view.js';
import type { Workers } from './workers.js';

/** Everything over one pair of connections. */
export interface Farm {
  readonly renders: RenderRecords;
  readonly line: Line;
  readonly chunks: Chunks;
  readonly steps: Steps;
  readonly events: EventLog;
  readonly batches: Batches;
  readonly compositions: Compositions;
  readonly workers: Workers;
  readonly outbox: Outbox;
  readonly retention: Retention;
  /** For who follows one render. */
  view(id: string): RunView;
  stats(): Promise<FarmStats>;
  /** Epoch ms by the clock of Redis, which all times of records follow; clocks of machines may be wrong (stack-notes 11). */
  time(): Promise<number>;
  /** Settles when Redis answers and has the database that was asked for. @throws FramefarmError `QUEUE_UNAVAILABLE` within 2 s. */
  ping(): Promise<void>;
  /**
   * Settles when Redis takes writes as well, which a full one refuses, a replica, and one whose file cannot be written.
   * @throws FramefarmError `QUEUE_UNAVAILABLE` within 2 s.
   */
  check(): Promise<void>;
  close(): Promise<void>;
}
