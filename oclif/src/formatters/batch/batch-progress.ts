/** Where a running batch stands: counts, the rows that run, and the time that is left. */
import type { BatchEvent } from '@framefarm/batch';
import type { ProgressEvent } from '@framefarm/contract';

export interface RunningRow {
  readonly index: number;
  readonly outputPath: string;
  /** Null before its first report. */
  readonly progress: ProgressEvent | null;
}

export interface BatchStanding {
  readonly total: number;
  readonly completed: number;
  readonly failed: number;
  readonly skipped: number;
  /** In the order in which they began. */
  readonly running: readonly RunningRow[];
  /** Seconds left, or null while nothing is known. */
  readonly remainingSeconds: number | null;
}

export interface BatchProgress {
  update(event: BatchEvent): void;
  standing(): BatchStanding;
}

export function createBatchProgress(now: () => number = () => performance.now()): BatchProgress {
  const running = new Map<number, RunningRow>();
  const counts = { total: 0, completed: 0, failed: 0, skipped: 0 };
  /** Rows that took time here: neither done before nor copied. */
  let rendered = 0;
  let startedAt: number | null = null;

  return {
    update: (event) => {
      switch (event.kind) {
        case 'batch-start':
          counts.total = event.total;
          break;
        case 'row-start':
          startedAt ??= now();
          running.set(event.index, { index: event.index, outputPath: event.outputPath, progress: null });
          break;
        case 'row-render': {
          const row = running.get(event.index);
          if (row !== undefined && event.event.kind === 'progress') {
            running.set(event.index, { ...row, progress: event.event });
          }
          break;
        }
        case 'row-complete':
          running.delete(event.index);
          counts.completed += 1;
          if (!event.resumed && event.copyOf === null) rendered += 1;
          break;
        case 'row-error':
          running.delete(event.index);
          counts.failed += 1;
          rendered += 1;
          break;
        case 'row-skipped':
          counts.skipped += 1;
          break;
        case 'batch-notice':
        case 'batch-complete':
          break;
      }
    },
    standing: () => {
      const rows = [...running.values()];
      const begun = rows.reduce((sum, row) => sum + (row.progress?.progress ?? 0) / 100, 0);
      const left = counts.total - counts.completed - counts.failed - counts.skipped - begun;
      const elapsedSeconds = startedAt === null ? 0 : (now() - startedAt) / 1000;
      // Before one row is done the start of browsers would be taken for the pace.
      const remainingSeconds = rendered === 0 ? null : (left * elapsedSeconds) / (rendered + begun);
      return { ...counts, running: rows, remainingSeconds };
    },
  };
}
