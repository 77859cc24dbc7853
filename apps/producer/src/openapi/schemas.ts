/** Schemas of what the service answers; bodies of requests are described by their DTO classes. */
import { ERRORS } from '@framefarm/contract';
import { RENDER_STATUSES, TRANSITIONS } from '@framefarm/farm';
import { KEPT_ATTEMPTS } from '../webhooks/delivery.js';

const text = { type: 'string' };
const integer = { type: 'integer' };
const number = { type: 'number' };
const flag = { type: 'boolean' };
const time = { type: 'string', format: 'date-time' };
const anything = { type: 'object', additionalProperties: true };
const orNull = (schema: object): object => ({ oneOf: [schema, { type: 'null' }] });
const list = (items: object): object => ({ type: 'array', items });
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const oneOf = (values: readonly string[]): object => ({ type: 'string', enum: [...values] });
/** An object that always has all of its fields. */
const object = (properties: Readonly<Record<string, object>>, optional: readonly string[] = []): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});
const page = (item: string): object => object({ items: list(ref(item)), nextCursor: orNull(text) });

const chunkCounts = object({
  total: integer,
  pending: integer,
  claimed: integer,
  committed: integer,
  failed: integer,
  retries: integer,
  reused: integer,
});

const renderFields = {
  id: text,
  requestId: text,
  version: { ...integer, description: 'Version in which the farm accepted it; only workers that understand it do it.' },
  status: oneOf(RENDER_STATUSES),
  reason: oneOf(Object.keys(TRANSITIONS)),
  revision: integer,
  stage: orNull(text),
  progress: number,
  framesRendered: integer,
  totalFrames: integer,
  ahead: { ...orNull(integer), description: 'Renders ahead in the line, 0 = next; null unless queued.' },
  waiting: {
    ...orNull(object({ reason: text, version: integer, message: text })),
    description: 'Why nobody works on it, beside its place in the line: no worker understands its version.',
  },
  epoch: integer,
  priority: integer,
  chunks: chunkCounts,
  createdAt: time,
  startedAt: orNull(time),
  finishedAt: orNull(time),
  etaSeconds: orNull(number),
  compositionId: text,
  options: anything,
  batch: orNull(object({ id: text, row: integer })),
  labels: { type: 'object', additionalProperties: text },
  metadata: {},
  outcome: orNull(oneOf(['completed', 'completed_with_warnings', 'failed', 'cancelled'])),
  error: orNull(ref('RenderError')),
  output: orNull(ref('Output')),
  links: object({ self: text, events: text, cancel: text, output: text }),
};

const directFields = {
  requestId: text,
  outputPath: text,
  outputToken: text,
  outputUrl: text,
  fileSize: integer,
  videoDurationSeconds: orNull(number),
  outcome: oneOf(['completed', 'completed_with_warnings']),
  warnings: list(ref('Warning')),
  perf: orNull(anything),
};

export const SCHEMAS = {
  Problem: object(
    {
      type: text,
      title: text,
      status: integer,
      detail: text,
      instance: text,
      code: oneOf(Object.keys(ERRORS)),
      requestId: text,
      retryable: flag,
      hint: text,
      errors: list(object({ pointer: text, code: text, detail: text })),
    },
    ['errors'],
  ),
  ProblemCode: object({
    type: text,
    code: oneOf(Object.keys(ERRORS)),
    title: text,
    status: integer,
    description: { ...text, description: 'What to do.' },
    owner: oneOf(['user', 'system']),
    retryable: flag,
  }),
  Warning: object({ code: text, message: text, stage: text, details: anything }, ['details']),
  RenderError: object({
    code: oneOf(Object.keys(ERRORS)),
    owner: oneOf(['user', 'system']),
    retryable: flag,
    stage: orNull(text),
    message: text,
    hint: text,
  }),
  Output: object(
    {
      url: text,
      fileName: text,
      contentType: text,
      size: integer,
      sha256: text,
      durationSeconds: number,
      width: integer,
      height: integer,
      fps: text,
      frames: integer,
      expiresAt: time,
      files: list(text),
    },
    ['files'],
  ),
  RenderSummary: object(renderFields),
  Render: object({
    ...renderFields,
    outputName: orNull(text),
    timeoutSeconds: integer,
    retentionSeconds: integer,
    warnings: list(ref('Warning')),
    perf: {
      ...orNull(anything),
      description:
        'What it took, and in `environment` what made it: versions, and as `image` what the container image of the workers holds (null outside of one).',
    },
  }),
  RenderPage: page('RenderSummary'),
  RenderCheck: object({
    ok: flag,
    entryFile: text,
    compositionId: orNull(text),
    priority: integer,
    timeoutSeconds: integer,
    retentionSeconds: integer,
  }),
  Deletion: object({
    id: text,
    status: oneOf(RENDER_STATUSES),
    removes: object({
      record: flag,
      output: orNull(object({ fileName: text, size: integer, expiresAt: time })),
      chunks: integer,
    }),
  }),
  ChunkList: object({
    items: list(
      object({
        index: integer,
        firstFrame: integer,
        frames: integer,
        state: oneOf(['pending', 'claimed', 'committed', 'failed']),
        attempts: integer,
        worker: orNull(text),
        ms: orNull(number),
        reused: flag,
      }),
    ),
  }),
  LogList: object({ items: list(object({ stepId: text, lines: list(text) })) }),
  Batch: object({
    id: text,
    requestId: text,
    status: oneOf(['running', 'completed', 'partial', 'failed', 'cancelled']),
    counts: object({
      total: integer,
      queued: integer,
      rendering: integer,
      completed: integer,
      failed: integer,
      skipped: integer,
      cancelled: integer,
    }),
    revision: integer,
    createdAt: time,
    finishedAt: orNull(time),
    compositionId: text,
    concurrency: integer,
    failFast: flag,
    options: anything,
    labels: { type: 'object', additionalProperties: text },
    metadata: {},
    links: object({ self: text, events: text, manifest: text, cancel: text }),
  }),
  BatchPage: page('Batch'),
  BatchCheck: object({ ok: flag, total: integer, outputNames: list(text) }),
  Manifest: object({
    version: integer,
    batchId: text,
    total: integer,
    completed: integer,
    failed: integer,
    skipped: integer,
    rows: list(
      object({
        index: integer,
        outputPath: text,
        status: oneOf(['pending', 'running', 'completed', 'failed', 'skipped']),
        durationMs: orNull(number),
        renderTimeMs: orNull(number),
        error: orNull(text),
        startedAt: orNull(time),
        completedAt: orNull(time),
        variables: anything,
        errorCode: orNull(text),
        errorDetails: orNull(object({ stage: orNull(text), owner: oneOf(['user', 'system']), retryable: flag })),
        warnings: list(ref('Warning')),
        size: orNull(integer),
        sha256: orNull(text),
        frames: orNull(integer),
        renderId: orNull(text),
        outputUrl: orNull(text),
      }),
    ),
  }),
  Composition: object({
    id: text,
    entryFile: text,
    files: integer,
    size: integer,
    lint: object({ errorCount: integer, warningCount: integer }),
    createdAt: time,
    expiresAt: time,
  }),
  CompositionPage: page('Composition'),
  WebhookDelivery: object({
    id: text,
    type: text,
    url: text,
    status: oneOf(['pending', 'delivered', 'failed', 'stopped']),
    attempts: {
      ...list(object({ at: time, status: orNull(integer), ms: integer, excerpt: text })),
      description: `The last ${KEPT_ATTEMPTS} tries, oldest first.`,
    },
    createdAt: time,
  }),
  WebhookDeliveryList: object({ items: list(ref('WebhookDelivery')) }),
  Queue: object({ maxConcurrentRenders: integer, activeRenders: integer, queuedRenders: integer }),
  Limits: object({ maxConcurrentRenders: integer }),
  Retention: object({
    objects: list(object({ key: text, size: integer, what: text, reason: text })),
    totals: list(object({ what: text, objects: integer, bytes: integer, goingObjects: integer, goingBytes: integer })),
    due: object({ chunks: list(text), outputs: list(text), renders: list(text), batches: list(text) }),
    storedBytes: integer,
  }),
  WorkerList: object({
    items: list(
      object(
        {
          id: text,
          name: text,
          host: text,
          pid: integer,
          slots: integer,
          tags: list(text),
          versions: object({ framefarm: text, node: text, browser: text, ffmpeg: text }),
          understands: object({ oldest: integer, newest: integer }),
          declined: { ...integer, description: 'Jobs left to others because of the version of their render.' },
          sandbox: flag,
          cores: integer,
          memoryMb: number,
          freeMemoryMb: number,
          rssMb: number,
          startedAt: time,
          draining: flag,
          blocked: orNull(text),
          work: list(object({ renderId: text, stepId: text, kind: text, since: time, frames: integer })),
        },
        ['understands', 'declined'],
      ),
    ),
  }),
  Drained: object({ id: text, draining: flag }),
  Cleared: object({ id: text, cleared: flag }),
  Health: object({ status: oneOf(['ok']), uptime: integer, timestamp: time }),
  Readiness: object({
    status: oneOf(['ok', 'unavailable']),
    checks: object({ redis: text, store: text }),
    draining: flag,
  }),
  DirectResult: object({ success: { type: 'boolean', enum: [true] }, ...directFields, durationMs: integer }),
  DirectFailure: object(
    {
      success: { type: 'boolean', enum: [false] },
      requestId: text,
      error: text,
      errorCode: { ...text, description: 'As in a problem document; left out for a body that is not valid.' },
      errorOwner: oneOf(['user', 'system']),
      retryable: flag,
      stage: { ...text, description: 'Of a render that failed, as all that follows.' },
      durationMs: integer,
      errorDetails: orNull(anything),
    },
    ['requestId', 'errorCode', 'errorOwner', 'retryable', 'stage', 'durationMs', 'errorDetails'],
  ),
  LintAnswer: object({
    success: { type: 'boolean', enum: [true] },
    requestId: text,
    entryFile: text,
    source: oneOf(['projectDir', 'files', 'html']),
    result: anything,
  }),
} as const;

export type SchemaName = keyof typeof SCHEMAS;
