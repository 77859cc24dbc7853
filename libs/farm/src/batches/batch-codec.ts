/** Batches between the hash in Redis and their type. */
import type { BatchRecord, BatchRowRecord, BatchStatus, BatchSubmission } from '../records/batch-record.js';
import type { RenderSubmission } from '../records/render-record.js';
import { type Fields, json, time } from '../redis/flat.js';
import { PAYLOAD_VERSION, UNVERSIONED } from '../versions/versions.js';

interface StoredRow {
  readonly outputName: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

export function batchFields(batch: BatchSubmission): readonly string[] {
  const fields: Record<string, string> = {
    version: String(PAYLOAD_VERSION),
    owner: batch.owner,
    requestId: batch.requestId,
    compositionId: batch.compositionId,
    options: JSON.stringify(batch.options),
    concurrency: String(batch.concurrency),
    failFast: batch.failFast ? '1' : '0',
    priority: String(batch.priority),
    labels: JSON.stringify(batch.labels),
    metadata: JSON.stringify(batch.metadata ?? null),
    timeoutSeconds: String(batch.timeoutSeconds),
    retentionSeconds: String(batch.retentionSeconds),
  };
  if (batch.traceparent) fields.traceparent = batch.traceparent;
  if (batch.webhook !== null) {
    fields.webhook = JSON.stringify(batch.webhook);
    fields.hooks = batch.webhook.events.length > 0 ? batch.webhook.events.join(',') : 'batch.completed';
  }
  return Object.entries(fields).flat();
}

export function storedRows(batch: BatchSubmission): readonly string[] {
  return batch.rows.map((variables, row) =>
    JSON.stringify({ outputName: batch.outputNames[row] ?? String(row), variables } satisfies StoredRow),
  );
}

export function batchOf(map: Fields): BatchRecord {
  const count = (name: string): number => Number(map[name] ?? 0);
  return {
    id: map.id ?? '',
    version: count('version') || UNVERSIONED,
    owner: map.owner ?? '',
    requestId: map.requestId ?? '',
    traceparent: map.traceparent ?? null,
    compositionId: map.compositionId ?? '',
    options: json(map.options, {}),
    concurrency: count('concurrency'),
    failFast: map.failFast === '1',
    priority: count('priority'),
    labels: json(map.labels, {}),
    metadata: json(map.metadata, null),
    timeoutSeconds: count('timeoutSeconds'),
    retentionSeconds: count('retentionSeconds'),
    webhook: json(map.webhook, null),
    status: map.status as BatchStatus,
    counts: {
      total: count('total'),
      queued: count('pending') + count('queued'),
      rendering: count('rendering'),
      completed: count('completed'),
      failed: count('failed'),
      skipped: count('skipped'),
      cancelled: count('cancelled'),
    },
    revision: count('revision'),
    createdAt: time(map.createdAt) ?? '',
    finishedAt: time(map.finishedAt),
  };
}

/** `state` is what the scripts say of a launched row: `<render id> <status>`. */
export function batchRow(row: number, text: string, state: string | undefined, over: boolean): BatchRowRecord {
  const stored = JSON.parse(text) as StoredRow;
  const [renderId, status] = state?.split(' ') ?? [];
  return {
    row,
    ...stored,
    renderId: renderId ?? null,
    status: (status ?? (over ? 'skipped' : 'pending')) as BatchRowRecord['status'],
  };
}

/** The render of one row: the batch's own submission with the variables and the name of the row. */
export function rowSubmission(batch: BatchRecord, row: number, text: string): RenderSubmission {
  const { outputName, variables } = JSON.parse(text) as StoredRow;
  const base = (batch.options.variables ?? {}) as Readonly<Record<string, unknown>>;
  return {
    owner: batch.owner,
    requestId: batch.requestId,
    traceparent: batch.traceparent ?? null,
    compositionId: batch.compositionId,
    options: { ...batch.options, variables: { ...base, ...variables } },
    outputName,
    priority: batch.priority,
    chunks: 'auto',
    labels: batch.labels,
    metadata: batch.metadata,
    timeoutSeconds: batch.timeoutSeconds,
    retentionSeconds: batch.retentionSeconds,
    webhook: batch.webhook,
    batch: { id: batch.id, row },
    surface: 'batches',
  };
}
