/** NDJSON events of a batch on stdout (cli 6). */
import type { BatchEvent, RowCompleteEvent, RowErrorEvent } from '@framefarm/batch';
import { type Notice, type ProgressEvent, rowName, type Warning } from '@framefarm/contract';
import type { Streams } from '../../session/streams.js';
import { errorDetails, jsonLine, PROGRESS_INTERVAL_MS, preflightFields } from '../render/json-reporter.js';
import { errorText } from '../text/error-text.js';
import { neutralisedLine } from '../text/terminal-text.js';
import type { BatchReporter } from './batch-reporter.js';

export interface BatchJsonReporterOptions {
  readonly streams: Streams;
  readonly debug: boolean;
  readonly now?: () => number;
}

/** Of one row its progress, which is told at most four times a second, and what is told if it fails. */
interface RunningRow {
  readonly warnings: Warning[];
  readonly notices: Notice[];
  lastAt: number;
  pending: ProgressEvent | null;
  timer: NodeJS.Timeout | undefined;
}

/** One JSON object per line; the last is `batch-complete` or `error`, and after it nothing is written. */
export function createBatchJsonReporter(options: BatchJsonReporterOptions): BatchReporter {
  const { streams, debug, now = () => performance.now() } = options;
  const rows = new Map<number, RunningRow>();
  const notices: Notice[] = [];
  let ended = false;

  const write = (type: string, fields: Readonly<Record<string, unknown>>): void => {
    if (!ended) streams.result(jsonLine(type, fields));
  };
  const flush = (index: number, row: RunningRow): void => {
    row.timer = undefined;
    if (row.pending === null) return;
    const { stage, progress, framesRendered, totalFrames } = row.pending;
    row.pending = null;
    row.lastAt = now();
    write('batch-row-progress', { index, stage, progress, framesRendered, totalFrames });
  };
  const offer = (index: number, event: ProgressEvent): void => {
    const row = rows.get(index);
    if (row === undefined) return;
    row.pending = event;
    const wait = row.lastAt + PROGRESS_INTERVAL_MS - now();
    if (wait > 0) row.timer ??= setTimeout(flush, wait, index, row).unref();
    else {
      clearTimeout(row.timer);
      flush(index, row);
    }
  };
  const forget = (index: number): void => {
    clearTimeout(rows.get(index)?.timer);
    rows.delete(index);
  };

  return {
    event: (event: BatchEvent) => {
      switch (event.kind) {
        case 'batch-start': {
          const { total, concurrency, manifestPath } = event;
          write('batch-start', { total, concurrency, manifestPath });
          break;
        }
        case 'batch-notice':
          notices.push(event.notice);
          break;
        case 'row-start':
          rows.set(event.index, {
            warnings: [],
            notices: [],
            lastAt: Number.NEGATIVE_INFINITY,
            pending: null,
            timer: undefined,
          });
          write('batch-row-start', { index: event.index, outputPath: event.outputPath });
          break;
        case 'row-render':
          if (event.event.kind === 'progress') offer(event.index, event.event);
          else if (event.event.kind === 'warning') rows.get(event.index)?.warnings.push(event.event.warning);
          else if (event.event.kind === 'notice') rows.get(event.index)?.notices.push(event.event.notice);
          else if (event.event.kind === 'log' && debug) {
            streams.tell(`${rowName(event.index)}: [${event.event.source}] ${neutralisedLine(event.event.line)}\n`);
          }
          break;
        case 'row-complete':
          forget(event.index);
          write('batch-row-complete', completeFields(event));
          break;
        case 'row-error': {
          const { warnings = [], notices: told = [] } = rows.get(event.index) ?? {};
          forget(event.index);
          streams.tell(`${rowName(event.index)}: ${errorText(event.error, { colour: false, debug })}\n`);
          write('batch-row-error', { ...errorFields(event), warnings, notices: told });
          break;
        }
        case 'row-skipped':
          write('batch-row-skipped', { index: event.index, outputPath: event.outputPath });
          break;
        case 'batch-complete': {
          const { manifestPath, total, completed, failed, skipped, rows: all } = event.manifest;
          write('batch-complete', { manifestPath, total, completed, failed, skipped, rows: all, notices });
          ended = true;
          break;
        }
      }
    },
    news: ({ kind, ...fields }) => write(kind, fields),
    fail: (error) => {
      if (ended) return;
      for (const index of [...rows.keys()]) forget(index);
      streams.tell(`${errorText(error, { colour: false, debug })}\n`);
      write('error', preflightFields(error));
      ended = true;
    },
    interrupted: (signal) => streams.tell(`Stopping after ${signal}; once more stops at once.\n`),
  };
}

function completeFields(event: RowCompleteEvent): Readonly<Record<string, unknown>> {
  const { index, outputPath, renderTimeMs, result, copyOf, resumed } = event;
  const { output, durationMs, frames, image, warnings, notices } = result;
  return {
    index,
    outputPath,
    durationMs,
    renderTimeMs,
    warnings,
    size: output?.size ?? null,
    sha256: output?.sha256 ?? null,
    width: output?.width ?? null,
    height: output?.height ?? null,
    frames,
    image,
    notices,
    copyOf,
    resumed,
    dryRun: output === null,
  };
}

function errorFields({ index, outputPath, error, stage }: RowErrorEvent): Readonly<Record<string, unknown>> {
  const { title } = error.entry;
  return {
    index,
    outputPath,
    error: error.message,
    errorCode: error.code,
    stage,
    title,
    hint: error.hint,
    errorDetails: errorDetails(error, stage),
    issues: error.issues,
  };
}
