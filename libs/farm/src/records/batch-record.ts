/** A batch: one composition, many rows of variables; each row is a render or was never launched (http-api 3.6). */
import type { RawOptions } from '@framefarm/contract';

export type BatchStatus = 'running' | 'completed' | 'partial' | 'failed' | 'cancelled';

export interface BatchCounts {
  readonly total: number;
  /** Not launched yet, or in the line. */
  readonly queued: number;
  readonly rendering: number;
  readonly completed: number;
  readonly failed: number;
  /** Never launched: fail-fast, or cancelled before. */
  readonly skipped: number;
  readonly cancelled: number;
}

export interface BatchSubmission {
  readonly owner: string;
  readonly requestId: string;
  /** Place of the request in its trace (W3C `traceparent`), under which the spans of its renders hang. */
  readonly traceparent?: string | null;
  readonly compositionId: string;
  readonly options: RawOptions;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Relative names of the outputs, resolved by the preflight, one per row. */
  readonly outputNames: readonly string[];
  /** Rows in the line or rendering at once, ≥ 1. */
  readonly concurrency: number;
  readonly failFast: boolean;
  readonly priority: number;
  readonly labels: Readonly<Record<string, string>>;
  readonly metadata: unknown;
  readonly timeoutSeconds: number;
  readonly retentionSeconds: number;
  readonly webhook: { readonly url: string; readonly events: readonly string[] } | null;
}

export interface BatchRecord extends Omit<BatchSubmission, 'rows' | 'outputNames'> {
  /** `bat_` and a ULID. */
  readonly id: string;
  /** Version in which it was accepted, and that of the renders of its rows. */
  readonly version: number;
  readonly status: BatchStatus;
  readonly counts: BatchCounts;
  readonly revision: number;
  readonly createdAt: string;
  readonly finishedAt: string | null;
}

export interface BatchRowRecord {
  readonly row: number;
  readonly outputName: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Null while it was not launched. */
  readonly renderId: string | null;
  /** `pending` until its render holds a permit. */
  readonly status: 'pending' | 'running' | 'completed' | 'failed' | 'skipped' | 'cancelled';
}
