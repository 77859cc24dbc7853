/** The end of a run, told once by whoever led it: a line of the log, and the render's own span (http-api 4.5). */
import { isTerminal, type RenderRecord } from '@framefarm/farm';
import { type Log, readTraceparent, renderPlace, type Tracing } from '@framefarm/telemetry';

/** What every line about a render says. */
export function factsOf({ requestId, id, epoch, owner }: RenderRecord): Readonly<Record<string, unknown>> {
  return { requestId, renderId: id, epoch, owner };
}

/** Nothing is told of a run that another one has followed, or whose record is gone. */
export function tellEnd(
  record: RenderRecord | null,
  epoch: number,
  { log, tracing }: { readonly log: Log; readonly tracing: Tracing },
): void {
  if (record === null || record.epoch !== epoch || !isTerminal(record.status)) return;
  const { id, status, reason, outcome, error, createdAt, startedAt, finishedAt, chunkCounts, totalFrames } = record;
  // A second run begins long after the submission.
  const begun = Date.parse(epoch === 1 ? createdAt : (startedAt ?? createdAt));
  const ended = finishedAt === null ? Date.now() : Date.parse(finishedAt);
  const facts = { ...factsOf(record), status, reason, outcome, ms: ended - begun };
  if (error === null) log.info(facts, `render ended: ${status}`);
  else log.warn({ ...facts, code: error.code, err: error.message }, `render ended: ${status}`);
  const submittedIn = readTraceparent(record.traceparent);
  const span = tracing.begin('render', {
    parent: submittedIn,
    place: renderPlace(id, epoch, submittedIn),
    startedAt: begun,
    facts: {
      'framefarm.render.id': id,
      'framefarm.request.id': record.requestId,
      'framefarm.owner': record.owner,
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
