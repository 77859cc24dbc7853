/**
 * What producers and workers do with the farm's shared truth. One implementation, on Redis: every change of a record is one
 * script that also appends the event, so that nobody sees a state that was not stored (farm-practice 3, 6).
 */
import type { ErrorCode, Stage, Warning } from '@framefarm/contract';
import type { BatchStreamEvent, RenderStreamEvent, StoredEvent } from './events/render-events.js';
import type { BatchRecord, BatchRowRecord, BatchSubmission } from './records/batch-record.js';
import type { ChunkRow } from './records/chunk-row.js';
import type {
  RenderArtefact,
  RenderFailure,
  RenderPerf,
  RenderRecord,
  RenderSubmission,
} from './records/render-record.js';
import type { RenderStatus, TransitionReason } from './records/states.js';
import type { FailureClass, Step, StepRow } from './steps/payloads.js';

/** An `Idempotency-Key` with what it protects (http-api 4.2). */
export interface IdempotencyClaim {
  readonly owner: string;
  readonly route: string;
  readonly key: string;
  /** SHA-256 of the canonical body, hex. */
  readonly fingerprint: string;
}

export type Submitted<R> =
  /** `waits`: no permit was left for it when it came. */
  | { readonly outcome: 'created'; readonly record: R; readonly waits: boolean }
  /** The key was used before with the same body. */
  | { readonly outcome: 'replayed'; readonly record: R }
  /** The key was used before with another body. */
  | { readonly outcome: 'key-reused' }
  /** The key was used before with the same body, and what it made was removed since. */
  | { readonly outcome: 'removed'; readonly id: string };

/** The specification's numbers, read together. */
export interface QueueStatus {
  readonly maxConcurrentRenders: number;
  readonly activeRenders: number;
  readonly queuedRenders: number;
}

export interface RenderFilter {
  readonly owner: string;
  readonly status?: readonly RenderStatus[];
  readonly batch?: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** Epoch ms. */
  readonly createdAfter?: number;
  readonly createdBefore?: number;
}

export interface Page<R> {
  readonly items: readonly R[];
  /** Id of the last item of this page when there may be more, else null. */
  readonly next: string | null;
}

/** What a transition writes beside state and reason. */
export interface RecordPatch {
  readonly stage?: Stage | null;
  readonly totalFrames?: number;
  readonly preparedKey?: string;
  readonly warnings?: readonly Warning[];
  readonly outcome?: RenderRecord['outcome'];
  readonly error?: RenderFailure;
  readonly output?: RenderArtefact;
  readonly perf?: RenderPerf;
}

/** Moved false: the record does not allow this way now, or belongs to another epoch; nothing was changed. */
export interface Moved {
  readonly moved: boolean;
  readonly record: RenderRecord | null;
}

/** With an idempotency key: `replayed`, it was used for this before (moved says true); `reused`, for another request. */
export interface Requeued extends Moved {
  readonly key?: 'replayed' | 'reused';
}

export interface RenderRecords {
  /** Creates record, place in the line, event `queued` and idempotency record in one step. */
  submit(submission: RenderSubmission, idempotency?: IdempotencyClaim): Promise<Submitted<RenderRecord>>;
  get(id: string): Promise<RenderRecord | null>;
  /** Newest first; `after` is the `next` of the page before. `limit` 1 to 100. */
  list(filter: RenderFilter, limit: number, after?: string): Promise<Page<RenderRecord>>;
  /** Renders ahead in the effective order, caps of owners left out; 0 = next; null unless queued. */
  ahead(id: string): Promise<number | null>;
  /**
   * One transition of the table; the only way a status changes. A terminal one gives the permit back in the same step, and is
   * refused while a claim is live. `failing` and `cancelling` go on to their end at once when no claim is live. `admitted` is
   * left to `Line.admit`.
   */
  move(id: string, epoch: number, reason: TransitionReason, patch?: RecordPatch): Promise<Moved>;
  /** Cancels: a queued render at once, a running one by way of `cancelling`. Idempotent. */
  cancel(id: string, by: string): Promise<Moved>;
  /** Queues a failed or cancelled render again under the next epoch. */
  requeue(id: string, idempotency?: IdempotencyClaim): Promise<Requeued>;
  /**
   * Removes a terminal render's record, events and rows; a tombstone stays for the idempotency window. A wish of the owner to
   * delete it (`Retention.deleteSoon`) is its reason, whatever the caller says.
   */
  remove(id: string, reason: 'expired' | 'deleted'): Promise<boolean>;
  /** Why a removed render is gone, while its tombstone stands. */
  tombstone(id: string): Promise<'expired' | 'deleted' | null>;
  warn(id: string, epoch: number, warnings: readonly Warning[]): Promise<void>;
}

/** What an owner holds and waits for. */
export interface OwnerShare {
  readonly permits: number;
  readonly queued: number;
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
  /** Gives free permits to the next renders and tells which; called by workers only, so that nothing is admitted while none runs. */
  admit(): Promise<readonly { readonly renderId: string; readonly epoch: number }[]>;
  /** Renders in an active state, for coordinators and sweeps. */
  active(): Promise<readonly { readonly renderId: string; readonly epoch: number }[]>;
  /** Renders that have waited for more than `ms`, longest first, at most `limit`. */
  waitingLongerThan(
    ms: number,
    limit: number,
  ): Promise<readonly { readonly renderId: string; readonly epoch: number }[]>;
}

export interface PlannedChunk {
  readonly index: number;
  readonly firstFrame: number;
  readonly frames: number;
}

export interface ChunkCommit {
  readonly worker: string;
  readonly storeKey: string;
  readonly sha256: string;
  readonly size: number;
  readonly ms: number;
  readonly reused: boolean;
}

export type CommitOutcome = 'committed' | 'already-committed' | 'differs' | 'stale';

export interface Chunks {
  /** Writes the rows once; a second call with the same epoch changes nothing. */
  plan(id: string, epoch: number, chunks: readonly PlannedChunk[]): Promise<void>;
  /** Rows of the present run, or of an earlier one, whose chunks may be used again while they are kept. */
  list(id: string, epoch?: number): Promise<readonly ChunkRow[]>;
  /** First commit wins; `differs`: committed before with other bytes. `stale`: other epoch, or neither preparing nor rendering. */
  commit(id: string, epoch: number, index: number, commit: ChunkCommit): Promise<CommitOutcome>;
}

/** What a beat is answered with; `stop` says why. */
export type BeatAnswer =
  | { readonly go: true }
  | { readonly go: false; readonly reason: 'cancelled' | 'failing' | 'superseded' };

export interface StepFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly class: FailureClass;
}

export interface Steps {
  list(id: string, epoch: number): Promise<readonly StepRow[]>;
  /** Marks the step as due; false when it is known and not failed. */
  due(id: string, epoch: number, step: Step, attempt: number): Promise<boolean>;
  /**
   * Takes the step for a worker; null when it must not start: other epoch, render not running, step done, or another claim
   * of it is live. A claim whose lease ran out is counted as lost and superseded.
   */
  claim(id: string, epoch: number, step: Step, worker: string): Promise<{ readonly fence: number } | null>;
  /** Once a second from the holder: keeps the claim live, tells frames in flight (chunk index → frames). */
  beat(
    id: string,
    epoch: number,
    stepId: string,
    fence: number,
    frames: Readonly<Record<number, number>>,
  ): Promise<BeatAnswer>;
  commit(
    id: string,
    epoch: number,
    stepId: string,
    fence: number,
    result: Readonly<Record<string, unknown>>,
  ): Promise<'committed' | 'stale'>;
  /** Ends a claim without a result; also how a coordinator ends one that is no longer live, with class `lost`. */
  fail(id: string, epoch: number, stepId: string, fence: number, failure: StepFailure): Promise<'failed' | 'stale'>;
  /** Takes a step back: one that waits never starts, the holder of one that runs is told to stop as `superseded`. */
  drop(id: string, epoch: number, stepId: string): Promise<boolean>;
  /** Claims whose holder has beaten within the lease. */
  live(id: string, epoch: number): Promise<readonly StepRow[]>;
  /** Lines a step's engine wrote, kept to the last 200 per step. */
  log(id: string, stepId: string, lines: readonly string[]): Promise<void>;
  logs(id: string, stepId?: string): Promise<readonly { readonly stepId: string; readonly lines: readonly string[] }[]>;
}

export interface EventLog {
  /**
   * Events after `after` (all without it), oldest first. `trimmed`: some after it are gone, or `after` lies ahead of the
   * newest; the reader needs the record as it is, and goes on after `last`.
   */
  read(
    renderId: string,
    after: string | null,
    limit: number,
  ): Promise<{
    readonly events: readonly StoredEvent<RenderStreamEvent>[];
    readonly trimmed: boolean;
    readonly last: string | null;
  }>;
  /** Calls back when the render or batch may have new events, and every two seconds; returns the call that ends it. One connection serves all watchers. */
  watch(renderId: string, onChange: () => void): () => void;
  /** As `watch`, for the line, limits and workers. */
  watchFarm(onChange: () => void): () => void;
}

export interface Batches {
  submit(batch: BatchSubmission, idempotency?: IdempotencyClaim): Promise<Submitted<BatchRecord>>;
  get(id: string): Promise<BatchRecord | null>;
  list(owner: string, limit: number, after?: string): Promise<Page<BatchRecord>>;
  rows(id: string): Promise<readonly BatchRowRecord[]>;
  /** Launches the rows that may start, counts the ended ones, ends the batch; safe to call at any time by anybody. */
  advance(id: string): Promise<BatchRecord | null>;
  /** Batches that are not ended. */
  running(): Promise<readonly string[]>;
  cancel(id: string, by: string): Promise<BatchRecord | null>;
  /** Forgets an ended batch; renders of its rows that are still kept stay. */
  remove(id: string): Promise<boolean>;
  readEvents(
    id: string,
    after: string | null,
    limit: number,
  ): Promise<{
    readonly events: readonly StoredEvent<BatchStreamEvent>[];
    readonly trimmed: boolean;
    readonly last: string | null;
  }>;
}

export interface CompositionRecord {
  /** `cmp_` and the hex digest of the listing. */
  readonly id: string;
  readonly owner: string;
  readonly entryFile: string;
  readonly files: number;
  /** Bytes unpacked. */
  readonly size: number;
  readonly lint: { readonly errorCount: number; readonly warningCount: number };
  /** The archive in the store. */
  readonly storeKey: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
}

export interface Compositions {
  put(
    composition: Omit<CompositionRecord, 'createdAt' | 'lastUsedAt'>,
  ): Promise<{ readonly record: CompositionRecord; readonly created: boolean }>;
  get(owner: string, id: string): Promise<CompositionRecord | null>;
  touch(owner: string, id: string): Promise<void>;
  list(owner: string, limit: number, after?: string): Promise<Page<CompositionRecord>>;
  /** Whether an unfinished render or a running batch needs it. */
  isNeeded(owner: string, id: string): Promise<boolean>;
  /** `in-use` while an unfinished render needs it. */
  remove(owner: string, id: string): Promise<'removed' | 'in-use' | 'unknown'>;
  /** Over all owners, least recently used first: for retention by age and size. */
  leastRecentlyUsed(limit: number): Promise<readonly CompositionRecord[]>;
}

/** What a worker says of itself every second; gone after ten without it. */
export interface WorkerInfo {
  readonly id: string;
  readonly name: string;
  readonly host: string;
  readonly pid: number;
  /** Lanes: capture steps at once. */
  readonly slots: number;
  readonly tags: readonly string[];
  readonly versions: {
    readonly framefarm: string;
    readonly node: string;
    readonly browser: string;
    readonly ffmpeg: string;
  };
  /** False where the operator has switched the sandbox of the browser off. */
  readonly sandbox: boolean;
  readonly cores: number;
  readonly memoryMb: number;
  readonly freeMemoryMb: number;
  readonly rssMb: number;
  readonly startedAt: string;
  readonly draining: boolean;
  /** Why it claims nothing, when it failed steps of several renders; null when healthy. */
  readonly blocked: string | null;
  readonly work: readonly {
    readonly renderId: string;
    readonly stepId: string;
    readonly kind: Step['kind'];
    readonly since: string;
    readonly frames: number;
  }[];
}

export interface Workers {
  /** `drain`: it shall take nothing more. `clear`: it shall forget what blocked it; told once. */
  announce(info: WorkerInfo): Promise<{ readonly drain: boolean; readonly clear: boolean }>;
  leave(id: string): Promise<void>;
  list(): Promise<readonly WorkerInfo[]>;
  /** Asks a worker to drain; false when there is none of that id. */
  drain(id: string): Promise<boolean>;
  /** Lets a worker that failed steps of several renders take steps again; false when there is none of that id. */
  clear(id: string): Promise<boolean>;
}

/** A webhook that is due, with the record as it was at that moment. */
export type OwedDelivery = {
  /** Place in the outbox, for `done`. */
  readonly place: string;
  /** `webhook-id`: the same on every delivery of this event. `whd_…`, no `:`, so it serves as a job id too. */
  readonly id: string;
  readonly at: string;
} & (
  | { readonly type: `render.${string}`; readonly render: RenderRecord }
  | { readonly type: 'batch.completed'; readonly batch: BatchRecord }
);

/** Written by the scripts that end renders and batches; emptied by producers into queue `webhooks`. */
export interface Outbox {
  /** The oldest that nobody marked as done. Two producers may take the same one: its id makes one job of both. */
  take(limit: number): Promise<readonly OwedDelivery[]>;
  /** To be called once the deliveries are in the queue. */
  done(places: readonly string[]): Promise<void>;
}

/** What is over its time (farm-practice 9). Files go first, then `settle`; a crash between the two repeats the removal. */
export interface Retention {
  /** Ids of renders whose chunks, output or record are due, or of batches that are. */
  due(what: 'chunks' | 'output' | 'record' | 'batch', limit: number): Promise<readonly string[]>;
  /** The files are gone; the record stays. */
  settle(what: 'chunks' | 'output', id: string): Promise<void>;
  /** Keeps what the store holds, for `stats`. */
  weighed(storeBytes: number): Promise<void>;
  /** All of a terminal render is due now: a stored wish that survives a restart. False when it is not terminal. */
  deleteSoon(id: string): Promise<boolean>;
}

/** Everything that metrics show, read at one instant. */
export interface FarmStats extends QueueStatus {
  /** How long the head of the line has waited, ms; 0 when nobody waits. */
  readonly oldestWaitMs: number;
  /** Renders that are kept, by status. */
  readonly renders: Readonly<Partial<Record<RenderStatus, number>>>;
  /** Counted since the farm began: `accepted`, `completed`, `failed`, `cancelled`, `frames`, `chunks`, `reused`, `retries`, `error:<code>`. */
  readonly totals: Readonly<Record<string, number>>;
  /** Chunks of the renders in flight. */
  readonly chunks: {
    readonly pending: number;
    readonly claimed: number;
    readonly committed: number;
    readonly failed: number;
  };
  readonly workers: number;
  readonly owedDeliveries: number;
  /** Time of the stages of completed renders since the farm began; `counts` by the bounds of `STAGE_SECONDS`, then all above. */
  readonly stageSeconds: Readonly<Record<string, { readonly counts: readonly number[]; readonly sum: number }>>;
  /** Bytes in the store when it was last cleaned. */
  readonly storeBytes: number;
  readonly runningBatches: number;
}

/** Everything above over one pair of connections. */
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
  stats(): Promise<FarmStats>;
  /** Epoch ms by the clock of Redis, which all times of records follow; clocks of machines may be wrong (stack-notes 11). */
  time(): Promise<number>;
  /** Settles when Redis answers. @throws FramefarmError `QUEUE_UNAVAILABLE` within 2 s. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
