/** Answers of the direct calls: render now, answer when finished (http-api 1.2 to 1.4). Pure. */
import { ERRORS, type ErrorCode, FramefarmError } from '@framefarm/contract';
import type { RenderRecord } from '@framefarm/farm';
import { publicDetail } from '../http/problems/problems.js';
import { publicText } from '../http/problems/public-text.js';
import { publicPerf, publicWarning } from '../renders/render-object.js';

export type Answer = Readonly<Record<string, unknown>>;

const DIRECT_PATH = /^\/(render(\/.*)?|lint|outputs\/.*)$/;

/** Paths whose refusals have the shape of the direct calls instead of a problem document. */
export function isDirectPath(path: string): boolean {
  return DIRECT_PATH.test(path);
}

/** Refusals of which a client learns the sentence alone. */
const WITHOUT_CODE: readonly ErrorCode[] = ['VALIDATION_FAILED', 'INVALID_JSON', 'NOT_FOUND', 'METHOD_NOT_ALLOWED'];

/** A request that was refused before a render existed. */
export function directFailure(error: FramefarmError, requestId: string): Answer {
  const answer = { success: false, requestId, error: publicDetail(error) };
  return WITHOUT_CODE.includes(error.code) ? answer : { ...answer, errorCode: error.code };
}

/** An accepted render whose record went before its end: Redis came back without its data. */
export function lostRender(): FramefarmError {
  return new FramefarmError('RENDER_NOT_FOUND', 'The farm has lost this render; send it again.');
}

/** What a finished render has in both kinds of direct call. */
export function completedFields(record: RenderRecord, token: string, outputName: string): Answer {
  const { output, perf } = record;
  return {
    requestId: record.requestId,
    outputPath: outputName,
    outputToken: token,
    outputUrl: `/outputs/${token}`,
    fileSize: output?.size ?? 0,
    videoDurationSeconds: output?.durationSeconds ?? null,
    outcome: record.warnings.length > 0 ? 'completed_with_warnings' : 'completed',
    warnings: record.warnings.map(publicWarning),
    perf: perf === null ? null : publicPerf(record, perf),
  };
}

/** The relative name of the output: as asked for, else by the request. */
export function outputPathOf(record: RenderRecord): string {
  return record.outputName ?? record.output?.fileName ?? record.requestId;
}

/** A render that ended without an output. */
export function failedFields(record: RenderRecord, elapsedMs: number): Answer {
  const { error, perf } = record;
  const code = record.status === 'cancelled' ? 'RENDER_CANCELLED' : (error?.code ?? 'INTERNAL_ERROR');
  const entry = ERRORS[code];
  const message = publicText(error?.message ?? entry.title);
  const consoleTail = error?.circumstances?.browserConsoleTail;
  return {
    requestId: record.requestId,
    error: message,
    errorCode: code,
    errorOwner: error?.owner ?? entry.owner,
    retryable: error?.retryable ?? entry.retryable,
    stage: error?.stage ?? record.stage ?? 'queued',
    errorDetails: {
      message,
      elapsedMs,
      freeMemoryMB: error?.circumstances?.freeMemoryMB ?? null,
      ...(consoleTail === undefined ? {} : { browserConsoleTail: consoleTail.map(publicText) }),
      ...(perf === null ? {} : { perfStages: perf.stages }),
    },
  };
}
