/** The end of one run of a render: a line of the log, and the render's own span, by whoever ended or led it (http-api 4.5). */
import type { Log } from './log/open-log.js';
import type { Tracing } from './tracing/spans.js';
import { readTraceparent, renderPlace } from './tracing/trace-ids.js';

/** Whose run a line or a span is about. */
export interface RunIdentity {
  readonly id: string;
  readonly requestId: string;
  readonly epoch: number;
  readonly owner: string;
}

/** What the record of a render tells of a run that has ended; times are ISO 8601. */
export interface EndedRun extends RunIdentity {
  readonly status: string;
  readonly reason: string;
  readonly outcome: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly createdAt: string;
  /** Null for a run that never got a permit. */
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly totalFrames: number;
  readonly chunkCounts: { readonly total: number; readonly reused: number };
  readonly traceparent?: string | null;
}

export interface EndTellers {
  readonly log: Log;
  readonly tracing: Tracing;
}

/** What every line about a render says. */
export function runFacts({ requestId, id, epoch, owner }: RunIdentity): Readonly<Record<string, unknown>> {
  return { requestId, renderId: id, epoch, owner };
}

/** Tells the end of one run of a render: a line of the log, and the span around all of it, from its submission or its retry on. */
export function tellRunEnd(run: EndedRun, { log, tracing }: EndTellers): void {
  const { id, epoch, status, reason, outcome, error, createdAt, startedAt, finishedAt, chunkCounts, totalFrames } = run;
  // A second run begins long after the submission.
  const begun = Date.parse(epoch === 1 ? createdAt : (startedAt ?? finishedAt ?? createdAt));
  const ended = finishedAt === null ? Date.now() : Date.parse(finishedAt);
  const facts = { ...runFacts(run), status, reason, outcome, ms: ended - begun };
  if (error === null) log.info(facts, `render ended: ${status}`);
  else log.warn({ ...facts, code: error.code, err: error.message }, `render ended: ${status}`);
  const submittedIn = readTraceparent(run.traceparent);
  const span = tracing.begin('render', {
    parent: submittedIn,
    place: renderPlace(id, epoch, submittedIn),
    startedAt: begun,
    facts: {
      'framefarm.render.id': id,
      'framefarm.request.id': run.requestId,
      'framefarm.owner': run.owner,
      'framefarm.epoch': epoch,
      'framefarm.outcome': outcome ?? status,
      'framefarm.reason': reason,
      'framefarm.frames': totalFrames,
      'framefarm.chunks': chunkCounts.total,
      'framefarm.chunks.reused': chunkCounts.reused,
      'framefarm.wait_ms': startedAt === null ? ended - begun : Math.max(0, Date.parse(startedAt) - begun),
    },
  });
  span.end({ endedAt: ended, error: error?.code });
}
