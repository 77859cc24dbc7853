/** One of everything that commands print with --json, made by the formatters that print it. */
import type { BatchEvent, Manifest, ManifestRow } from '@framefarm/batch';
import { FramefarmError, type RenderEvent } from '@framefarm/contract';
import type { LintFinding, SnapshotResult } from '@framefarm/render';
import type { CheckResult } from '../../../oclif/src/doctor/check.js';
import type { FarmNews } from '../../../oclif/src/farm/news.js';
import { createBatchJsonReporter } from '../../../oclif/src/formatters/batch/batch-json-reporter.js';
import { createJsonReporter } from '../../../oclif/src/formatters/render/json-reporter.js';
import { benchmarkDocument } from '../../../oclif/src/formatters/reports/benchmark-report.js';
import { doctorDocument } from '../../../oclif/src/formatters/reports/doctor-report.js';
import { inspectDocument } from '../../../oclif/src/formatters/reports/inspect-report.js';
import { lintDocument } from '../../../oclif/src/formatters/reports/lint-report.js';
import { snapshotDocument } from '../../../oclif/src/formatters/reports/snapshot-report.js';
import { report } from '../benchmark/results.js';
import { INSPECTION } from './inspection.js';
import { aResult, keptStreams } from './results.js';

type Json = Readonly<Record<string, unknown>>;

const WARNING = { code: 'font_unresolved', message: 'Papyrus', stage: 'compile' } as const;
const NOTICE = { code: 'sandbox_off', message: 'as root' } as const;
const PROGRESS: RenderEvent = { kind: 'progress', stage: 'capture', progress: 1, framesRendered: 1, totalFrames: 9 };
const USAGE = new FramefarmError('VALIDATION_FAILED', 'x', {
  issues: [{ field: '--a', row: 1, code: 'invalid_value', message: 'm' }],
});

/** What `render --json` writes for some events and an end. */
function renderEvents(events: readonly RenderEvent[], end: FramefarmError | null): Json[] {
  const { streams, results } = keptStreams();
  const reporter = createJsonReporter({ streams, debug: false, outputPath: () => '/out/a.mp4' });
  for (const event of events) reporter.event(event);
  if (end === null) reporter.complete(aResult({ warnings: [WARNING], notices: [NOTICE] }));
  else reporter.fail(end);
  return results.map((line) => JSON.parse(line));
}

function batchEvents(events: readonly BatchEvent[]): Json[] {
  const { streams, results } = keptStreams();
  const reporter = createBatchJsonReporter({ streams, debug: false });
  for (const event of events) reporter.event(event);
  return results.map((line) => JSON.parse(line));
}

const byType = (events: readonly Json[]): ReadonlyMap<string, Json> =>
  new Map(events.map((event) => [String(event.type), event]));

const START: RenderEvent = { kind: 'start', compositionId: 'a', fps: '30', quality: 'high', outputPath: '/out/a.mp4' };
const TOLD: readonly RenderEvent[] = [
  { kind: 'warning', warning: WARNING },
  { kind: 'notice', notice: NOTICE },
];

const NEWS: readonly FarmNews[] = [
  {
    ...{ kind: 'project-packed', compositionId: 'cmp_1', files: 2, size: 9, known: false },
    largest: [{ path: 'a.mp4', size: 8 }],
  },
  { kind: 'project-uploaded', compositionId: 'cmp_1', bytes: 5 },
  { kind: 'render-submitted', renderId: 'rnd_1', url: 'http://127.0.0.1:9847' },
  { kind: 'render-queued', renderId: 'rnd_1', ahead: 0 },
  { kind: 'render-waiting', renderId: 'rnd_1', message: 'it waits for a newer worker' },
  { kind: 'batch-submitted', batchId: 'bat_1', url: 'http://127.0.0.1:9847' },
  { kind: 'batch-waiting', batchId: 'bat_1', message: 'the farm has no worker' },
  { kind: 'farm-lost', reason: 'ECONNRESET' },
];

function newsEvents(): Json[] {
  const { streams, results } = keptStreams();
  const reporter = createJsonReporter({ streams, debug: false, outputPath: () => null });
  for (const news of NEWS) reporter.news(news);
  return results.map((line) => JSON.parse(line));
}

/** Events beside those of a render and a batch with --farm, by type. */
export const FARMED = byType(newsEvents());

/** Events of one render, by type. */
export const RENDERED = byType([
  ...renderEvents([START, PROGRESS], null),
  ...renderEvents([START, ...TOLD], new FramefarmError('ENCODER_FAILED', 'x', { stage: 'encode' })),
  ...renderEvents([], USAGE),
]);

const FAILED_ROW: ManifestRow = {
  ...{ index: 0, outputPath: '/out/0.mp4', status: 'failed', durationMs: null, renderTimeMs: 5, error: 'x' },
  ...{ startedAt: '2020-01-01T00:00:00Z', completedAt: '2020-01-01T00:00:01Z', variables: { name: 'a' } },
  ...{ errorCode: 'ENCODER_FAILED', errorDetails: { stage: 'encode', owner: 'system', retryable: true } },
  ...{ warnings: [WARNING], size: null, sha256: null, frames: null, renderId: null, copyOf: null, inputDigest: 'ab' },
} as const;
const MANIFEST: Manifest = {
  ...{ version: 1, batchPath: '/rows.json', manifestPath: '/out/manifest.json' },
  ...{ total: 1, completed: 0, failed: 1, skipped: 0, rows: [FAILED_ROW] },
} as const;
const AT = { index: 0, outputPath: '/out/0.mp4' } as const;

/** Events of a batch, by type. */
export const BATCHED = byType(
  batchEvents([
    { kind: 'batch-start', total: 1, concurrency: 1, manifestPath: '/out/manifest.json' },
    { kind: 'row-start', ...AT },
    { kind: 'row-render', index: 0, event: PROGRESS },
    {
      ...{ kind: 'row-complete', ...AT, renderTimeMs: 5, copyOf: null, resumed: false },
      result: {
        output: { path: '/out/0.mp4', size: 9, sha256: 'ab', width: 2, height: 2 },
        ...{ frames: 3, durationMs: 100, warnings: [WARNING], notices: [NOTICE], substitutions: [], image: null },
        sandbox: { on: true, reason: 'on' },
      },
    },
    { kind: 'row-error', ...AT, error: new FramefarmError('ENCODER_FAILED', 'x'), stage: 'encode' },
    { kind: 'row-skipped', ...AT },
    { kind: 'batch-notice', notice: NOTICE },
    { kind: 'batch-complete', manifest: MANIFEST },
  ]),
);

const CHECKS: readonly CheckResult[] = [
  { name: 'FFmpeg', ok: false, required: true, detail: 'not found', hint: 'install it' },
];
const FINDING: LintFinding = {
  code: 'deprecated_data_end',
  severity: 'error',
  message: 'm',
  file: 'index.html',
  selector: '#a',
  elementId: 'a',
  fixHint: 'h',
  snippet: '<a>',
};
const STILLS: SnapshotResult = {
  outcome: 'completed',
  compositionId: 'a',
  fps: { num: 30, den: 1 },
  compositionFrames: 90,
  capture: { path: 'screenshot', reason: 'asked' },
  stills: [{ frame: 1, seconds: 0.1, path: '/out/a.png', width: 2, height: 2, size: 9, sha256: 'ab' }],
  sandbox: { on: true, reason: 'on' },
  warnings: [WARNING],
  notices: [NOTICE],
} as unknown as SnapshotResult;
const FACTS = { quality: 'high', command: 'framefarm render', version: '0.1.0' } as const;

/** Documents, by command. */
export const DOCUMENTED: ReadonlyMap<string, Json> = new Map([
  ['benchmark', benchmarkDocument(report(), FACTS)],
  ['doctor', doctorDocument(CHECKS, '0.1.0')],
  ['lint', lintDocument({ ok: false, errorCount: 1, warningCount: 0, infoCount: 0, findings: [FINDING] }, '0.1.0')],
  ['inspect', inspectDocument(INSPECTION, '0.1.0')],
  ['snapshot', snapshotDocument(STILLS, '0.1.0')],
]);
