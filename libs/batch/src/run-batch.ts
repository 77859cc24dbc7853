/** Renders the rows of a batch that has passed its preflight, and keeps its record (cli 5, 6.1). */
import { asFramefarmError, type RenderOptions } from '@framefarm/contract';
import {
  copyOutput,
  FRAMEFARM_VERSION,
  isLowMemory,
  lanesTogether,
  openRenderSession,
  type RenderSession,
  type RenderSessionOptions,
  usableCores,
  usableMemory,
} from '@framefarm/render';
import type { BatchListener, RowResult } from './events.js';
import { inputDigests } from './inputs/input-digest.js';
import { projectDigest } from './inputs/project-digest.js';
import { Journal } from './journal.js';
import { type EarlierRows, findEarlierRows } from './manifest/earlier-rows.js';
import { type Manifest, type ManifestRow, pendingRow } from './manifest/model.js';
import { type EarlierManifest, readManifest } from './manifest/read-manifest.js';
import { BatchRecord } from './manifest/record.js';
import { NO_MANIFEST, openManifestWriter } from './manifest/writer.js';
import type { BatchPlan, PlannedRow } from './preflight.js';
import { completedFacts, earlierFacts, earlierResult, failedFacts, rowResult } from './row-record.js';
import { scheduleRows } from './schedule/row-scheduler.js';
import type { SchedulerHooks } from './schedule/scheduler-api.js';

/** Browsers kept idle beyond one for each lane: those of rows that get ready, which need a second one to prove a surface. */
const SPARE_BROWSERS = 2;

export interface BatchRequest {
  readonly plan: BatchPlan;
  /** Absolute. */
  readonly projectDir: string;
  /** For every row; `output` and `variables` are those of the row. */
  readonly options: RenderOptions;
  /** Rows reported as running at once, 1 or more. */
  readonly concurrency: number;
  readonly failFast: boolean;
  /** Leaves rows alone that an earlier run has made. */
  readonly resume: boolean;
  /** Whether the manifest holds the variables. */
  readonly manifestVariables: boolean;
  /** Every row is planned, none is captured, and no manifest is written. */
  readonly dryRun: boolean;
  /** Interrupts the batch; its reason is a FramefarmError. */
  readonly signal: AbortSignal;
  readonly onEvent: BatchListener;
  /** Where the rows are rendered. Default: in this process. */
  readonly machine?: BatchMachine;
}

/** Where rows are rendered, and what they share there. */
export interface BatchMachine {
  readonly cores: number;
  /** In all. */
  readonly memoryBytes: number;
  openSession(options: RenderSessionOptions): RenderSession;
}

const THIS_PROCESS = (): BatchMachine => ({
  cores: usableCores(),
  memoryBytes: usableMemory().totalBytes,
  openSession: openRenderSession,
});

/**
 * Renders all rows and resolves with the finished manifest, also after an interruption. No failure of a row rejects.
 * @throws FramefarmError BATCH_PREFLIGHT_FAILED for --resume with the manifest of another batch; OUTPUT_NOT_WRITABLE or
 * DISK_FULL when the manifest cannot be written, after every row has ended.
 */
export async function runBatch(request: BatchRequest): Promise<Manifest> {
  const { plan, options, dryRun, onEvent, signal } = request;
  signal.throwIfAborted();
  const earlier = await readManifest(plan.manifestPath);
  const digestOf = inputDigests(
    { framefarm: FRAMEFARM_VERSION, projectDigest: await projectDigest(request.projectDir, ownFiles(plan, earlier)) },
    options,
  );
  const digests = plan.rows.map(({ variables }) => digestOf(variables));
  const done = request.resume ? await earlierRows(request, earlier, digests) : NO_EARLIER_ROWS;
  const record = new BatchRecord(
    plan.batchPath,
    plan.manifestPath,
    plan.rows.map((row, index) => {
      const pending = pendingRow(row, digests[index] ?? '', request.manifestVariables);
      const before = done.rows.get(row.index);
      return before === undefined ? pending : { ...pending, ...earlierFacts(before) };
    }),
  );
  const writer = dryRun ? NO_MANIFEST : await openManifestWriter(plan.manifestPath, () => record.text());
  // Without its record a batch does not go on: nobody could tell what it has done.
  const lost = new AbortController();
  const journal = new Journal(record, writer, onEvent, (error) => lost.abort(asFramefarmError(error)));
  const machine = request.machine ?? THIS_PROCESS();
  const lanes = batchLanes(request, machine);
  const session = machine.openSession({ idleBrowsers: lanes + SPARE_BROWSERS });
  try {
    for (const notice of done.notices) onEvent({ kind: 'batch-notice', notice });
    const { concurrency } = request;
    journal.tellSaved({ kind: 'batch-start', total: plan.rows.length, concurrency, manifestPath: plan.manifestPath });
    const results = new Map([...done.rows].map(([index, row]) => [index, earlierResult(row)]));
    const together = AbortSignal.any([signal, lost.signal]);
    await scheduleRows(
      { inputDigests: digests, done: results, concurrency, lanes, failFast: request.failFast, signal: together },
      rowHooks(request, session, journal, done.rows),
    );
    await journal.settled();
    const { manifest } = record;
    onEvent({ kind: 'batch-complete', manifest });
    return manifest;
  } finally {
    await session.close();
    await writer.close();
  }
}

function rowHooks(
  request: BatchRequest,
  session: RenderSession,
  journal: Journal,
  done: ReadonlyMap<number, ManifestRow>,
): SchedulerHooks<RowResult> {
  const { plan, projectDir, options, dryRun } = request;
  const rowAt = (index: number): PlannedRow => {
    const row = plan.rows[index];
    if (row === undefined) throw new RangeError(`the batch has no row ${index}`);
    return row;
  };
  const now = (): string => new Date().toISOString();
  const kind = options.format === 'png-sequence' ? 'directory' : 'file';
  return {
    render: async (index, turn, signal) => {
      const { outputPath, variables } = rowAt(index);
      const result = await session.render({
        projectDir,
        outputPath,
        options: { ...options, output: outputPath, variables },
        signal,
        turn,
        dryRun,
        rendersAtOnce: rowsAtOnce(request),
        onEvent: (event) => journal.renderEvent(index, event),
      });
      return rowResult(result);
    },
    copy: async (from, index) =>
      from.output === null ? from : { ...from, output: await copyOutput(from.output, rowAt(index).outputPath, kind) },
    started: (index) => {
      const { outputPath } = rowAt(index);
      const event = { kind: 'row-start', index, outputPath } as const;
      if (done.has(index)) journal.tellSaved(event);
      else journal.change(index, { status: 'running', startedAt: now() }, event);
      journal.show(index);
    },
    completed: (index, result, { workedMs, copyOf }) => {
      const { outputPath } = rowAt(index);
      const before = done.get(index);
      const renderTimeMs = before?.renderTimeMs ?? Math.round(workedMs);
      const resumed = before !== undefined;
      const event = { kind: 'row-complete', index, outputPath, renderTimeMs, result, copyOf, resumed } as const;
      if (resumed) journal.tellSaved(event);
      else journal.change(index, completedFacts(result, renderTimeMs, copyOf, now()), event);
      journal.forget(index);
    },
    failed: (index, error, { workedMs }) => {
      const { outputPath } = rowAt(index);
      const stage = error.stage ?? journal.stage(index);
      const facts = failedFacts(error, stage, journal.warnings(index), Math.round(workedMs), now());
      journal.change(index, facts, { kind: 'row-error', index, outputPath, error, stage });
      journal.forget(index);
    },
    skipped: (index) => {
      const { outputPath } = rowAt(index);
      journal.change(index, { status: 'skipped' }, { kind: 'row-skipped', index, outputPath });
      journal.forget(index);
    },
  };
}

function rowsAtOnce({ concurrency, plan }: BatchRequest): number {
  return Math.min(concurrency, plan.rows.length);
}

/** Lanes of all rows together: those that the rows reported as running would have if each had all it may use. */
function batchLanes(request: BatchRequest, { cores, memoryBytes }: BatchMachine): number {
  const { workers, lowMemoryMode } = request.options;
  return lanesTogether({
    asked: workers,
    rendersAtOnce: rowsAtOnce(request),
    cores,
    lowMemory: isLowMemory(lowMemoryMode, memoryBytes),
  });
}

const NO_EARLIER_ROWS: EarlierRows = { rows: new Map(), notices: [] };

async function earlierRows(
  { plan, signal }: BatchRequest,
  earlier: EarlierManifest,
  digests: readonly string[],
): Promise<EarlierRows> {
  const rows = plan.rows.map(({ index, outputPath }, at) => ({ index, outputPath, inputDigest: digests[at] ?? '' }));
  return findEarlierRows(earlier, { batchPath: plan.batchPath, manifestPath: plan.manifestPath, rows, signal });
}

/** What the batch itself puts into the project is no source of it: its rows, its manifest, its outputs, also former ones. */
function ownFiles(plan: BatchPlan, earlier: EarlierManifest): ReadonlySet<string> {
  const former = earlier.kind === 'manifest' ? earlier.manifest.rows.map((row) => row.outputPath) : [];
  const outputs = [...plan.rows.map((row) => row.outputPath), ...former];
  return new Set([plan.batchPath, plan.manifestPath, ...outputs.filter((path) => path !== undefined)]);
}
