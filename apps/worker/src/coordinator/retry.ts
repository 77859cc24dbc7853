/** What follows a failed step, by the class of its failure (farm-practice 4). Pure. */
import { ERRORS, type ErrorCode, type FramefarmError } from '@framefarm/contract';
import {
  type FailureClass,
  MAX_LOST_CLAIMS,
  type RenderFailure,
  type StepRow,
  type TransitionReason,
} from '@framefarm/farm';

/** Failures on hosts before a step has failed for good. */
const MAX_HOST_FAILURES = 3;
/** Failures on hosts before a page that was lost on its surface is captured without one; fewer than end the step. */
export const MAX_LOSSES_ON_SURFACE = 2;
/** Times that a step may stand still: a page that hangs in two browsers does so by itself (composition-format 7.6). */
const MAX_STILL_TIMES = 2;
/** Attempts of a step that meets hiccups of network or store. */
const MAX_TRANSIENT_FAILURES = 4;
/** Times that a render is planned anew because no worker can go on with its plan. */
export const MAX_REPLANS = 3;
/** First pause after a hiccup, ms; it doubles. */
export const FIRST_PAUSE_MS = 2_000;
/** Longest pause after a hiccup, ms. */
export const LONGEST_PAUSE_MS = 60_000;

const TRANSIENT: ReadonlySet<ErrorCode> = new Set(['STORE_UNAVAILABLE', 'QUEUE_UNAVAILABLE', 'FONT_FETCH_UNAVAILABLE']);

/** A page or a lane that stood still until a deadline, or a page that its surface cannot show: no host is to blame. */
const STUCK: ReadonlySet<ErrorCode> = new Set(['NAVIGATION_TIMEOUT', 'CAPTURE_STALLED', 'SURFACE_OBSTACLE']);

/** The class of what a step threw. `lost` and `returned` are told by whoever saw them happen. */
export function classOf(error: FramefarmError): FailureClass {
  if (error.entry.owner === 'user') return 'user';
  if (STUCK.has(error.code)) return 'stuck';
  // Of the store, not of this machine.
  if (error.code === 'DISK_FULL' && error.details.reason === 'full') return 'transient';
  return TRANSIENT.has(error.code) ? 'transient' : 'host';
}

export type AfterFailure =
  | { readonly again: true; readonly delayMs: number }
  | { readonly again: false; readonly reason: TransitionReason; readonly failure: RenderFailure };

/** `random` gives 0 to 1, for jitter: a pause is half fixed and half chance, so that workers do not come back together. */
export function afterFailure(row: StepRow, random: () => number): AfterFailure {
  const { failures, error } = row;
  const count = (name: FailureClass): number => failures[name] ?? 0;
  switch (error?.class ?? 'lost') {
    case 'user':
      return ended('composition_invalid', row);
    case 'host':
    case 'stuck':
      // Its plan should have had no surface: an older worker may have made it.
      if (error?.code === 'SURFACE_OBSTACLE') return ended('step_exhausted', row);
      if (count('stuck') >= MAX_STILL_TIMES) return stoodStill(row);
      if (count('host') + count('stuck') < MAX_HOST_FAILURES) return { again: true, delayMs: 0 };
      return ended(error?.code === 'OUTPUT_INVALID' ? 'verification_failed' : 'step_exhausted', row);
    case 'transient': {
      if (count('transient') >= MAX_TRANSIENT_FAILURES) return ended('step_exhausted', row);
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, count('transient') - 1));
      return { again: true, delayMs: Math.round(pause * (0.5 + random() / 2)) };
    }
    case 'lost':
      if (count('lost') < MAX_LOST_CLAIMS) return { again: true, delayMs: 0 };
      return { again: false, reason: 'step_poison', failure: poisoned(row) };
    case 'returned':
      return { again: true, delayMs: 0 };
  }
}

const ended = (reason: TransitionReason, row: StepRow): AfterFailure => ({
  again: false,
  reason,
  failure: lastFailure(row),
});

/** Why the step failed last, as the error of its render. */
export function lastFailure({ error, step }: StepRow): RenderFailure {
  const code = codeOf(error?.code);
  const known = renderFailure(code, error?.message ?? ERRORS[code].title, step.kind);
  const failure = error?.hint === undefined ? known : { ...known, hint: error.hint };
  return error?.circumstances === undefined ? failure : { ...failure, circumstances: error.circumstances };
}

/** The page is to blame: it stood still again, in another browser and on another worker where there is one. */
function stoodStill(row: StepRow): AfterFailure {
  const { message, ...failure } = lastFailure(row);
  const told = `${message}; it was tried ${row.failures.stuck} times, on ${[...new Set(row.failedOn)].join(', ')}`;
  const hint = `What the page does there does not end in time: look for an endless loop. ${failure.hint}`;
  return { again: false, reason: 'step_exhausted', failure: { ...failure, message: told, hint } };
}

function poisoned(row: StepRow): RenderFailure {
  const workers = [...new Set(row.failedOn)].join(', ');
  const message = `step ${row.id} lost its worker ${row.failures.lost ?? 0} times${workers === '' ? '' : ` (${workers})`}`;
  return renderFailure('WORKER_LOST', message, row.step.kind);
}

function codeOf(code: string | undefined): ErrorCode {
  return code !== undefined && code in ERRORS ? (code as ErrorCode) : 'INTERNAL_ERROR';
}

const STAGES: Readonly<Record<StepRow['step']['kind'], string>> = {
  prepare: 'compile',
  extract: 'extract_video',
  sound: 'process_audio',
  capture: 'capture',
  assemble: 'assemble',
};

/** The error of a render as its record shows it (http-api 3.2). */
export function renderFailure(code: ErrorCode, message: string, kind: StepRow['step']['kind'] | null): RenderFailure {
  const { owner, retryable, hint } = ERRORS[code];
  return { code, owner, retryable, stage: kind === null ? null : STAGES[kind], message, hint };
}
