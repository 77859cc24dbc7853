/** The record of a batch, as it stands in manifest.json (cli 6.1). */
import type { ErrorOwner, Warning } from '@framefarm/contract';

export type RowStatus = 'pending' | 'running' | 'completed' | 'failed' | 'skipped';

export interface ManifestRow {
  /** From 0. */
  readonly index: number;
  /** Absolute. */
  readonly outputPath: string;
  readonly status: RowStatus;
  /** Length of the video, ms. */
  readonly durationMs: number | null;
  /** Wall time of the row's own work, ms; the time in which it waited for another row is not in it. */
  readonly renderTimeMs: number | null;
  readonly error: string | null;
  /** ISO 8601. */
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  /** Absent with --no-manifest-variables. */
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly errorCode: string | null;
  readonly errorDetails: {
    readonly stage: string | null;
    readonly owner: ErrorOwner;
    readonly retryable: boolean;
  } | null;
  readonly warnings: readonly Warning[];
  /** Bytes; of all files for a png-sequence. */
  readonly size: number | null;
  /** Of the output, hex; of all files in name order for a png-sequence. */
  readonly sha256: string | null;
  readonly frames: number | null;
  /** Id on a farm; null for a local render. */
  readonly renderId: string | null;
  /** Row with the same inputs whose output this one is a copy of, or null. */
  readonly copyOf: number | null;
  /** SHA-256 over project, options and variables: what --resume compares. */
  readonly inputDigest: string;
}

export interface ManifestCounts {
  readonly total: number;
  readonly completed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface Manifest extends ManifestCounts {
  readonly version: 1;
  /** Absolute; `/dev/stdin` for rows of standard input. */
  readonly batchPath: string;
  readonly manifestPath: string;
  readonly rows: readonly ManifestRow[];
}

/** What a row says before it has been started. */
export function pendingRow(
  row: { readonly index: number; readonly outputPath: string; readonly variables: Readonly<Record<string, unknown>> },
  inputDigest: string,
  withVariables: boolean,
): ManifestRow {
  return {
    index: row.index,
    outputPath: row.outputPath,
    status: 'pending',
    durationMs: null,
    renderTimeMs: null,
    error: null,
    startedAt: null,
    completedAt: null,
    ...(withVariables ? { variables: row.variables } : {}),
    errorCode: null,
    errorDetails: null,
    warnings: [],
    size: null,
    sha256: null,
    frames: null,
    renderId: null,
    copyOf: null,
    inputDigest,
  };
}
