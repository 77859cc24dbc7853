/** Records of renders between the hash in Redis and their type. Absent fields are null. */

import type { RecordPatch } from '../api/renders.js';
import { keySegment } from '../keys/store-keys.js';
import { type Fields, json, time } from '../redis/flat.js';
import { labelKey } from '../redis/label-key.js';
import { PAYLOAD_VERSION, UNVERSIONED } from '../versions/versions.js';
import type { RenderRecord, RenderSubmission } from './render-record.js';
import type { RenderStatus, TransitionReason } from './states.js';

const FINAL_EVENTS = ['render.completed', 'render.failed', 'render.cancelled'];

/** Arguments of the script part that creates a render. `version`: in which it is to be done. */
export function creation(submission: RenderSubmission, suffix: string, version = PAYLOAD_VERSION): object {
  const labels = Object.entries(submission.labels).map(([name, value]) => labelKey(name, value));
  return {
    suffix,
    owner: keySegment(submission.owner),
    priority: submission.priority,
    composition: submission.compositionId,
    labels,
    ...(submission.batch === null ? {} : { batch: submission.batch.id, row: submission.batch.row }),
    fields: ['version', String(version), ...submissionFields(submission, labels)],
  };
}

function submissionFields(submission: RenderSubmission, labels: readonly string[]): readonly string[] {
  const { webhook, batch } = submission;
  const fields: Record<string, string> = {
    owner: submission.owner,
    requestId: submission.requestId,
    compositionId: submission.compositionId,
    options: JSON.stringify(submission.options),
    priority: String(submission.priority),
    chunks: JSON.stringify(submission.chunks),
    labels: JSON.stringify(submission.labels),
    labelNames: JSON.stringify(labels),
    metadata: JSON.stringify(submission.metadata ?? null),
    timeoutSeconds: String(submission.timeoutSeconds),
    retentionSeconds: String(submission.retentionSeconds),
    surface: submission.surface,
  };
  if (submission.traceparent) fields.traceparent = submission.traceparent;
  if (submission.outputName !== null) fields.outputName = submission.outputName;
  if (batch !== null) Object.assign(fields, { batch: batch.id, row: String(batch.row) });
  if (webhook !== null) {
    fields.webhook = JSON.stringify(webhook);
    // A row tells of itself only where that was asked for; its batch tells once.
    const usual = batch === null ? FINAL_EVENTS : [];
    fields.hooks = (webhook.events.length > 0 ? webhook.events : usual).join(',');
  }
  return Object.entries(fields).flat();
}

export function renderOf(map: Fields): RenderRecord {
  const count = (name: string): number => Number(map[name] ?? 0);
  const total = count('cTotal');
  const [claimed, committed, failed] = [count('cClaimed'), count('cCommitted'), count('cFailed')];
  return {
    id: map.id ?? '',
    version: Number(map.version ?? UNVERSIONED),
    waiting: json(map.waiting, null),
    owner: map.owner ?? '',
    requestId: map.requestId ?? '',
    traceparent: map.traceparent ?? null,
    compositionId: map.compositionId ?? '',
    options: json(map.options, {}),
    outputName: map.outputName ?? null,
    priority: count('priority'),
    chunks: json(map.chunks, 'auto'),
    labels: json(map.labels, {}),
    metadata: json(map.metadata, null),
    timeoutSeconds: count('timeoutSeconds'),
    retentionSeconds: count('retentionSeconds'),
    webhook: json(map.webhook, null),
    batch: map.batch === undefined ? null : { id: map.batch, row: count('row') },
    surface: map.surface as RenderRecord['surface'],
    status: map.status as RenderStatus,
    reason: map.reason as TransitionReason,
    revision: count('revision'),
    epoch: count('epoch'),
    replans: count('replans'),
    refuted: json(map.refuted, null),
    dependent: map.dependent === undefined ? null : count('dependent'),
    stage: (map.stage ?? null) as RenderRecord['stage'],
    progress: count('progress'),
    framesRendered: count('framesRendered'),
    totalFrames: count('totalFrames'),
    chunkCounts: {
      total,
      pending: total - claimed - committed - failed,
      claimed,
      committed,
      failed,
      retries: count('retries'),
      reused: count('reused'),
    },
    createdAt: time(map.createdAt) ?? '',
    startedAt: time(map.startedAt),
    finishedAt: time(map.finishedAt),
    etaSeconds: map.etaSeconds === undefined ? null : count('etaSeconds'),
    preparedKey: map.preparedKey ?? null,
    outcome: (map.outcome ?? null) as RenderRecord['outcome'],
    warnings: json(map.warnings, []),
    error: json(map.error, null),
    output: json(map.output, null),
    perf: json(map.perf, null),
  };
}

const PLAIN = new Set(['stage', 'preparedKey', 'outcome', 'totalFrames']);

/** A patch as fields of the hash; null removes a field. */
export function patchFields(patch: RecordPatch): Readonly<Record<string, string | null>> {
  const fields: Record<string, string | null> = {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined) continue;
    fields[name] = value === null ? null : PLAIN.has(name) ? String(value) : JSON.stringify(value);
  }
  return fields;
}
