/** NDJSON events of one render on stdout (cli 6). */
import type {
  ErrorCode,
  FramefarmError,
  InputIssue,
  Notice,
  ProgressEvent,
  RenderEvent,
  Warning,
} from '@framefarm/contract';
import { formatFps } from '@framefarm/contract';
import type { RenderResult } from '@framefarm/render';
import type { FarmResult } from '../../farm/farm-result.js';
import { EXIT } from '../../session/exit-codes.js';
import type { Streams } from '../../session/streams.js';
import { errorText } from '../text/error-text.js';
import { neutralisedLine } from '../text/terminal-text.js';
import type { Reporter } from './reporter.js';

/** Shortest time between two progress events, ms: at most 4 a second (cli 6). */
export const PROGRESS_INTERVAL_MS = 250;

/** The environment lacks something, or the lint gate is closed: refused before the first frame, with another exit. */
const PREFLIGHT_CODES: readonly ErrorCode[] = [
  'BROWSER_NOT_FOUND',
  'ENCODER_NOT_FOUND',
  'LINT_FAILED',
  'CONTAINER_ENGINE_NOT_FOUND',
  'CONTAINER_ENGINE_UNAVAILABLE',
  'CONTAINER_ENGINE_DENIED',
  'CONTAINER_IMAGE_NOT_FOUND',
  'CONTAINER_IMAGE_MISMATCH',
  'CONTAINER_MOUNT_REFUSED',
];

export interface JsonReporterOptions {
  readonly streams: Streams;
  readonly debug: boolean;
  /** Absolute path of the output, or null while it is not known. */
  readonly outputPath: () => string | null;
  readonly now?: () => number;
}

/**
 * One JSON object per line with `type` and `ts`; the last line is `render-complete`, `render-error` or `error`, and
 * after it nothing is written. Errors are also told on stderr; engine logs go there with `debug` only.
 */
export function createJsonReporter(options: JsonReporterOptions): Reporter {
  const { streams, now = () => performance.now() } = options;
  let started = false;
  let ended = false;
  let stage: string | null = null;
  let lastProgressAt = Number.NEGATIVE_INFINITY;
  let pending: ProgressEvent | null = null;
  let timer: NodeJS.Timeout | undefined;
  const warnings: Warning[] = [];
  const notices: Notice[] = [];

  const write = (type: string, fields: Readonly<Record<string, unknown>>): void => {
    if (!ended) streams.result(jsonLine(type, fields));
  };
  const flush = (): void => {
    timer = undefined;
    if (pending === null) return;
    const { stage, progress, framesRendered, totalFrames } = pending;
    pending = null;
    lastProgressAt = now();
    write('render-progress', { stage, progress, framesRendered, totalFrames });
  };
  const offer = (): void => {
    const wait = lastProgressAt + PROGRESS_INTERVAL_MS - now();
    if (wait <= 0) {
      clearTimeout(timer);
      flush();
    } else timer ??= setTimeout(flush, wait).unref();
  };
  const end = (type: string, fields: Readonly<Record<string, unknown>>): void => {
    clearTimeout(timer);
    write(type, fields);
    ended = true;
  };

  return {
    event: (event: RenderEvent) => {
      if (ended) return;
      switch (event.kind) {
        case 'start': {
          started = true;
          const { compositionId, fps, quality, outputPath } = event;
          write('render-start', { outputPath, compositionId, fps, quality });
          offer();
          break;
        }
        case 'progress': {
          stage = event.stage;
          pending = event;
          // Progress of the preparation waits for render-start, which comes when the composition is known.
          if (started) offer();
          break;
        }
        case 'warning':
          warnings.push(event.warning);
          break;
        case 'notice':
          notices.push(event.notice);
          break;
        case 'log':
          if (options.debug) streams.tell(`[${event.source}] ${neutralisedLine(event.line)}\n`);
          break;
        case 'lanes':
        case 'captured':
          break;
      }
    },
    news: ({ kind, ...fields }) => write(kind, fields),
    completeFarm: (result) => end('render-complete', farmFields(result, options.outputPath())),
    complete: (result) => end('render-complete', completeFields(result, options.outputPath())),
    fail: (error) => {
      if (ended) return;
      streams.tell(`${errorText(error, { colour: false, debug: options.debug })}\n`);
      if (isPreflight(error)) end('error', preflightFields(error));
      else
        end('render-error', {
          outputPath: options.outputPath(),
          error: error.message,
          errorCode: error.code,
          title: error.entry.title,
          hint: error.hint,
          stage: error.stage ?? stage,
          errorDetails: errorDetails(error, error.stage ?? stage),
          issues: error.issues,
          warnings,
          notices,
        });
    },
    interrupted: (signal) => streams.tell(`Stopping after ${signal}; once more stops at once.\n`),
  };
}

/** What a failed render or row says beside its error: whose it is, and what the machine knew. */
export function errorDetails(error: FramefarmError, stage: string | null): Readonly<Record<string, unknown>> {
  const { owner, retryable } = error.entry;
  return { stage, owner, retryable, ...error.circumstances };
}

/** Found by the checks before a render: the event is `error`, as for every other command (cli 6). */
function isPreflight(error: FramefarmError): boolean {
  return error.entry.exit === EXIT.usage || PREFLIGHT_CODES.includes(error.code);
}

/** Fields of the `error` event: a preflight fault or a lack of the environment. */
export function preflightFields(error: FramefarmError): Readonly<Record<string, unknown>> {
  const issues: readonly InputIssue[] =
    error.issues.length > 0 ? error.issues : [{ code: error.code, message: error.message }];
  return { code: error.code, title: error.entry.title, message: error.message, hint: error.hint, issues };
}

/** One line: `type`, `ts` (ISO 8601) and the fields, with control characters escaped for whoever shows it raw. */
export function jsonLine(type: string, fields: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify({ type, ts: new Date().toISOString(), ...fields });
  return text.replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function completeFields(result: RenderResult, outputPath: string | null): Readonly<Record<string, unknown>> {
  const { output } = result;
  return {
    outcome: result.outcome,
    compositionId: result.compositionId,
    outputPath: output?.path ?? outputPath,
    dryRun: output === null,
    durationMs: output === null ? null : Math.round(output.durationSeconds * 1000),
    renderTimeMs: Math.round(result.timings.total),
    size: output?.size ?? null,
    sha256: output?.sha256 ?? null,
    width: output?.width ?? null,
    height: output?.height ?? null,
    fps: output === null ? null : formatFps(output.fps),
    firstFrame: result.plan.encoding.firstFrame,
    frames: output?.frames ?? result.plan.frames,
    media: output?.media ?? null,
    timings: result.timings,
    lanes: result.lanes,
    // The whole plan after a dry run, which is there to show it; else what identifies it.
    plan:
      output === null
        ? result.plan
        : { id: result.plan.id, digest: result.plan.composition.digest, chunks: result.plan.chunks.length },
    capture: result.capture,
    versions: result.versions,
    image: result.image,
    sandbox: result.sandbox,
    substitutions: result.substitutions,
    renderId: null,
    warnings: result.warnings,
    notices: result.notices,
  };
}

/** A farm tells what was made; how it was captured is in its own record of the render. */
function farmFields({ output, ...result }: FarmResult, outputPath: string | null): Readonly<Record<string, unknown>> {
  return {
    outcome: result.outcome,
    compositionId: result.compositionId,
    outputPath: output?.path ?? outputPath,
    dryRun: output === null,
    durationMs: output === null ? null : Math.round(output.durationSeconds * 1000),
    renderTimeMs: Math.round(result.renderTimeMs),
    size: output?.size ?? null,
    sha256: output?.sha256 ?? null,
    width: output?.width ?? null,
    height: output?.height ?? null,
    fps: output?.fps ?? null,
    frames: output?.frames ?? null,
    renderId: result.renderId,
    warnings: result.warnings,
    notices: result.notices,
  };
}
