/** A render as clients see it (http-api 3.2): the record without keys of the store. Pure. */
import { inFieldNames, type Warning } from '@framefarm/contract';
import type { RenderArtefact, RenderFailure, RenderPerf, RenderRecord } from '@framefarm/farm';
import { publicText, publicValue } from '../http/problems/public-text.js';
import { publicOptions } from '../options/public-options.js';
import { downloadName } from '../outputs/output-headers.js';

export type JsonObject = Readonly<Record<string, unknown>>;

/** A render without what only its own page shows: variables, warnings and perf stay out of lists. */
export function renderSummary(record: RenderRecord, ahead: number | null): JsonObject {
  const { variables: _variables, ...options } = publicOptions(record.options);
  return {
    id: record.id,
    requestId: record.requestId,
    version: record.version,
    status: record.status,
    reason: record.reason,
    revision: record.revision,
    stage: record.stage,
    progress: record.progress,
    framesRendered: record.framesRendered,
    totalFrames: record.totalFrames,
    ahead,
    waiting: record.waiting,
    epoch: record.epoch,
    priority: record.priority,
    chunks: record.chunkCounts,
    createdAt: record.createdAt,
    startedAt: record.startedAt,
    finishedAt: record.finishedAt,
    etaSeconds: record.etaSeconds,
    compositionId: record.compositionId,
    options,
    batch: record.batch,
    labels: record.labels,
    metadata: record.metadata,
    outcome: record.outcome,
    error: publicFailure(record.error),
    output: publicOutput(record.output, record.id, record.outputName),
    links: linksOf(record.id),
  };
}

/** The whole render, with what each chunk took. */
export function renderObject(
  record: RenderRecord,
  ahead: number | null,
  chunks: readonly JsonObject[] = [],
): JsonObject {
  return {
    ...renderSummary(record, ahead),
    options: publicOptions(record.options),
    outputName: record.outputName,
    timeoutSeconds: record.timeoutSeconds,
    retentionSeconds: record.retentionSeconds,
    warnings: record.warnings.map(publicWarning),
    perf: record.perf === null ? null : { ...publicPerf(record, record.perf), chunks },
  };
}

export function publicFailure(error: RenderFailure | null): JsonObject | null {
  if (error === null) return null;
  const { code, owner, retryable, stage, hint } = error;
  // What refuses an option is ours, and names it; other messages may repeat words of the page, and stay as they are.
  const message = code === 'VALIDATION_FAILED' ? inFieldNames(error.message) : error.message;
  return { code, owner, retryable, stage, message: publicText(message), hint: publicText(inFieldNames(hint)) };
}

export function publicWarning(warning: Warning): Warning {
  const { code, message } = warning;
  return publicValue(code === 'network_blocked' ? { ...warning, message: inFieldNames(message) } : warning);
}

export function publicOutput(output: RenderArtefact | null, id: string, outputName: string | null): JsonObject | null {
  if (output === null) return null;
  const { storeKey: _key, files, ...shown } = output;
  return {
    url: `/renders/${id}/output`,
    ...shown,
    fileName: downloadName(output, outputName),
    ...(files.length === 0 ? {} : { files }),
  };
}

/** As in the answers of the direct calls (http-api 1.2). */
export function publicPerf(record: RenderRecord, perf: RenderPerf): JsonObject {
  const frames = record.totalFrames;
  const { output } = record;
  return {
    renderId: record.id,
    totalElapsedMs: perf.totalElapsedMs,
    fps: output?.fps ?? null,
    quality: record.options.quality ?? 'standard',
    workers: perf.workers,
    chunkedEncode: record.chunkCounts.total > 1,
    chunkSizeFrames: record.chunkCounts.total === 0 ? null : Math.ceil(frames / record.chunkCounts.total),
    compositionDurationSeconds: output?.durationSeconds ?? null,
    totalFrames: frames,
    resolution: output === null ? null : { width: output.width, height: output.height },
    videoCount: perf.videoCount,
    audioCount: perf.audioCount,
    stages: perf.stages,
    captureAvgMs: perf.captureAvgMs,
    peakRssMb: perf.peakRssMb,
    environment: perf.environment,
    capture: perf.capture,
  };
}

function linksOf(id: string): JsonObject {
  const self = `/renders/${id}`;
  return { self, events: `${self}/events`, cancel: `${self}/cancel`, output: `${self}/output` };
}

/** A strong entity tag from id and revision; the place in the line counts, as it changes without a revision. */
export function renderTag(record: RenderRecord, ahead: number | null): string {
  return `"${record.revision}-${record.epoch}${ahead === null ? '' : `-${ahead}`}"`;
}
