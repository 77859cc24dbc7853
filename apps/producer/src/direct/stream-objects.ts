/** The objects of `POST /render/stream`, made from the events of the job (http-api 1.3). Pure. */
import { ERRORS, type FramefarmError } from '@framefarm/contract';
import type { RenderRecord, RenderStreamEvent } from '@framefarm/farm';
import { publicDetail } from '../http/problems/problems.js';
import { publicWarning } from '../renders/render-object.js';
import { type Answer, completedFields, failedFields, lostRender, outputPathOf } from './answers.js';

const SENTENCES: Readonly<Record<string, string>> = {
  compile: 'Preparing the composition',
  extract_video: 'Extracting frames of videos',
  process_audio: 'Mixing the sound',
  capture: 'Capturing frames',
  encode: 'Encoding',
  assemble: 'Joining the parts',
  publish: 'Checking and publishing the output',
};

/** `ahead` renders go first; the first to wait reads 0. */
export function queuedObject(requestId: string, ahead: number): Answer {
  return { type: 'queued', requestId, position: ahead };
}

/** The object of an event, or null for what this surface does not tell. `floor` is the highest progress told so far. */
export function progressObject(event: RenderStreamEvent, floor: number): Answer | null {
  if (event.type !== 'progress' && event.type !== 'state') return null;
  const { stage, progress, framesRendered = 0, totalFrames = 0 } = event;
  if (stage === undefined || progress === undefined) return null;
  const sentence = SENTENCES[stage] ?? stage;
  const frames = totalFrames > 0 && stage === 'capture' ? ` (${framesRendered} of ${totalFrames})` : '';
  return {
    type: 'progress',
    requestId: event.requestId,
    stage: sentence,
    progress: Math.max(floor, progress),
    framesRendered,
    totalFrames,
    message: `${sentence}${frames}`,
  };
}

/** The one object that ends the stream of a terminal render. `token` is given for a completed one. */
export function finalObject(record: RenderRecord, token: string | null, elapsedMs: number): Answer {
  if (record.status === 'completed') {
    return { type: 'complete', ...completedFields(record, token ?? '', outputPathOf(record)) };
  }
  if (record.status === 'cancelled') {
    const stage = record.stage ?? 'queued';
    const { requestId } = record;
    return { type: 'cancelled', requestId, stage, outcome: 'cancelled', message: ERRORS.RENDER_CANCELLED.title };
  }
  return {
    type: 'error',
    ...failedFields(record, elapsedMs),
    elapsedMs,
    outcome: 'failed',
    warnings: record.warnings.map(publicWarning),
  };
}

/** The end of the stream of an accepted render whose record is gone. */
export function lostObject(requestId: string, elapsedMs: number): Answer {
  return { ...refusalObject(lostRender(), requestId), stage: 'queued', elapsedMs };
}

/**
 * Whether a refusal is told in the stream: what is wrong with the request is; that its sender may not make it, or that it
 * cannot be served now, is a status.
 */
export function isToldInStream({ code }: FramefarmError, method: string, path: string): boolean {
  if (method !== 'POST' || path !== '/render/stream' || code === 'FORBIDDEN') return false;
  return [400, 403, 404, 422].includes(ERRORS[code].status);
}

/** A request that was refused before a render existed, told inside the stream. */
export function refusalObject(error: FramefarmError, requestId: string): Answer {
  return {
    type: 'error',
    requestId,
    error: publicDetail(error),
    errorCode: error.code,
    errorOwner: error.entry.owner,
    retryable: error.entry.retryable,
    stage: 'validation',
    elapsedMs: 0,
    errorDetails: null,
    outcome: 'failed',
    warnings: [],
  };
}
