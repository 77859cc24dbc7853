/** Keeps the manifest of a batch whose rows are rendered elsewhere (cli 6.1, 7). */
import { asFramefarmError, type FramefarmError, type RenderEvent } from '@framefarm/contract';
import type { BatchListener, RowResult } from '../events.js';
import { Journal } from '../journal.js';
import { type Manifest, pendingRow } from '../manifest/model.js';
import { BatchRecord } from '../manifest/record.js';
import { openManifestWriter } from '../manifest/writer.js';
import type { BatchPlan, PlannedRow } from '../preflight.js';
import { completedFacts, failedFacts } from '../row-record.js';
import { RowTurns } from './row-turns.js';

export interface RemoteBatchRequest {
  readonly plan: BatchPlan;
  /** Rows reported as running at once, 1 or more. */
  readonly concurrency: number;
  /** Whether the manifest holds the variables. */
  readonly manifestVariables: boolean;
  readonly onEvent: BatchListener;
}

/**
 * Times are those of the machine that rendered, epoch ms. Each call changes the manifest on disk first and is told then, once it is
 * the row's turn. A row that has ended is not changed any more.
 */
export interface RemoteBatch {
  row(index: number): PlannedRow;
  /** True while it has not ended. */
  isOpen(index: number): boolean;
  /** True once the row has started, whether it was its turn or not. */
  hasBegun(index: number): boolean;
  started(index: number, renderId: string, at: number): void;
  renderEvent(index: number, event: RenderEvent): void;
  /** The row's render begins anew: what it warned of before is not of this run. */
  begunAnew(index: number): void;
  completed(index: number, result: RowResult, at: number): void;
  failed(index: number, error: FramefarmError, at: number): void;
  /** Ends the batch: rows that never began are skipped, those that still ran are failed with `error`. */
  end(error: FramefarmError): Promise<Manifest>;
  close(): Promise<void>;
}

/** @throws FramefarmError OUTPUT_NOT_WRITABLE, DISK_FULL; `end` likewise. */
export async function openRemoteBatch(request: RemoteBatchRequest): Promise<RemoteBatch> {
  const { plan, concurrency, onEvent } = request;
  // The digests of rows are for --resume, which is not there for rows that another machine renders.
  const pending = plan.rows.map((row) => pendingRow(row, '', request.manifestVariables));
  const record = new BatchRecord(plan.batchPath, plan.manifestPath, pending);
  const writer = await openManifestWriter(plan.manifestPath, () => record.text());
  const journal = new Journal(record, writer, onEvent, () => {});
  const begun = new Map<number, number>();
  const turns = new RowTurns(concurrency);
  const text = (at: number): string => new Date(at).toISOString();
  const workedMs = (index: number, at: number): number => Math.max(0, at - (begun.get(index) ?? at));
  const isOpen = (index: number): boolean =>
    !turns.hasEnded(index) && ['pending', 'running'].includes(record.row(index).status);
  const row = (index: number): PlannedRow => {
    const found = plan.rows[index];
    if (found === undefined) throw new RangeError(`the batch has no row ${index}`);
    return found;
  };
  journal.tellSaved({ kind: 'batch-start', total: plan.rows.length, concurrency, manifestPath: plan.manifestPath });

  const failed = (index: number, error: FramefarmError, at: number): void => {
    if (!isOpen(index)) return;
    turns.end(index, () => {
      const stage = error.stage ?? journal.stage(index);
      const facts = failedFacts(error, stage, journal.warnings(index), workedMs(index, at), text(at));
      journal.change(index, facts, { kind: 'row-error', index, outputPath: row(index).outputPath, error, stage });
      journal.forget(index);
    });
  };
  return {
    row,
    isOpen,
    hasBegun: (index) => begun.has(index),
    started: (index, renderId, at) => {
      if (begun.has(index) || !isOpen(index)) return;
      begun.set(index, at);
      const { outputPath } = row(index);
      const change = { status: 'running', startedAt: text(at), renderId } as const;
      turns.begin(index, () => {
        journal.change(index, change, { kind: 'row-start', index, outputPath });
        journal.show(index);
      });
    },
    renderEvent: (index, event) => {
      if (isOpen(index)) journal.renderEvent(index, event);
    },
    begunAnew: (index) => journal.forgetWarnings(index),
    completed: (index, result, at) => {
      if (!isOpen(index)) return;
      const renderTimeMs = workedMs(index, at);
      const { outputPath } = row(index);
      const event = {
        kind: 'row-complete',
        index,
        outputPath,
        renderTimeMs,
        result,
        copyOf: null,
        resumed: false,
      } as const;
      turns.end(index, () => {
        journal.change(index, completedFacts(result, renderTimeMs, null, text(at)), event);
        journal.forget(index);
      });
    },
    failed,
    end: async (error) => {
      for (const { index, outputPath } of plan.rows) {
        if (!isOpen(index)) continue;
        if (begun.has(index)) failed(index, error, Date.now());
        else journal.change(index, { status: 'skipped' }, { kind: 'row-skipped', index, outputPath });
      }
      await journal.settled().catch((thrown) => {
        throw asFramefarmError(thrown);
      });
      const { manifest } = record;
      onEvent({ kind: 'batch-complete', manifest });
      return manifest;
    },
    close: () => writer.close(),
  };
}
