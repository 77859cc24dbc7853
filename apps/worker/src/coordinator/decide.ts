/**
 * What a coordinator does next, from what is true now. Pure: the same situation always gives the same actions, and every
 * action is compare-and-set where it lands, so that a second coordinator of the same render does no harm.
 */
import type { RecordPatch, Step, StepRow, TransitionReason } from '@framefarm/farm';
import { heldUpBy, outOfTime } from './held-up.js';
import { afterFailure, lastFailure, MAX_LOSSES_ON_SURFACE, MAX_REPLANS } from './retry.js';
import { isStraggler, medianMsPerFrame, nextRuns } from './runs.js';
import type { PlanFacts, Situation } from './situation.js';

export type Action =
  /** A step is due: written to its row and put into its queue, to start after `delayMs`. */
  | {
      readonly do: 'due';
      readonly step: Step;
      readonly attempt: number;
      readonly delayMs: number;
      readonly notOn: readonly string[];
    }
  /** A step is due and its row says so; its queue may have forgotten it. */
  | { readonly do: 'deliver'; readonly row: StepRow }
  /** Nobody holds the claim any more. */
  | { readonly do: 'lose'; readonly row: StepRow }
  /** The plan stands: rows of chunks, those known from earlier renders, then `rendering`. */
  | { readonly do: 'begin'; readonly plan: PlanFacts }
  /** Everything is captured and mixed. */
  | { readonly do: 'move'; readonly reason: TransitionReason; readonly patch: RecordPatch }
  /** The artefact is in the store. */
  | { readonly do: 'publish'; readonly result: Readonly<Record<string, unknown>> }
  /** Steps of a plan that is given up are taken back: who runs one is told to stop at its next beat. */
  | { readonly do: 'drop'; readonly rows: readonly StepRow[] }
  /** Steps that nobody claimed leave their queues. */
  | { readonly do: 'withdraw'; readonly rows: readonly StepRow[] };

/** The actions, in the order in which they are to be done; none means: wait. `random` is for jitter, 0 to 1. */
export function decide(situation: Situation, random: () => number = Math.random): readonly Action[] {
  switch (situation.record.status) {
    case 'preparing':
    case 'rendering':
    case 'assembling':
      return overdue(situation) ?? withoutSurface(situation) ?? inOrder(situation) ?? goOn(situation, random);
    case 'failing':
    case 'cancelling':
      return windDown(situation);
    default:
      return [];
  }
}

/**
 * A chunk has met what the surface of its plan does not show, or has lost its page there again. The plan is given up for one without a surface, as all chunks of a
 * video are captured in one way; it ends like any run, once nothing of it runs. Null where there is nothing of the kind: a plan
 * that was made without a surface has no obstacles, so that this happens once at most.
 */
function withoutSurface(situation: Situation): readonly Action[] | null {
  const { record, steps } = situation;
  if (record.status !== 'rendering' || record.refuted !== null) return null;
  const met = steps.find((row) => row.state === 'failed' && isUnfit(row) && !isNeedless(row, situation));
  const refuted = met?.error?.obstacle;
  if (refuted === undefined) return null;
  return anew(situation, 'surface_refuted', { refuted });
}

/**
 * Two captures have shown the frame where their chunks meet differently: what it shows depends on those before. The plan is given up for one
 * whose chunks go through all frames before them, and meet no others. Null where there is nothing of the kind.
 */
function inOrder(situation: Situation): readonly Action[] | null {
  const { record, chunks } = situation;
  if (record.status !== 'rendering' || record.dependent !== null) return null;
  const apart = chunks.find(({ index, seam }) => {
    const before = chunks[index - 1]?.seam?.goesOn;
    return typeof before === 'string' && seam !== null && seam.begins !== before;
  });
  return apart === undefined ? null : anew(situation, 'order_needed', { dependent: apart.firstFrame });
}

/** Gives the plan up for another one, as soon as nothing of it runs any more. */
function anew({ steps, live }: Situation, reason: TransitionReason, patch: RecordPatch): readonly Action[] {
  const rows = steps.filter(({ state }) => state === 'pending' || state === 'claimed');
  const drop: readonly Action[] = rows.length === 0 ? [] : [{ do: 'drop', rows }];
  return live.size > 0 ? drop : [...drop, { do: 'move', reason, patch }];
}

/** What a surface does not show it never shows; a page that is lost on one is tried there once more, as its machine may have lost it. */
function isUnfit({ error, failures }: StepRow): boolean {
  if (error?.obstacle === undefined) return false;
  return error.code !== 'BROWSER_CRASHED' || (failures.host ?? 0) >= MAX_LOSSES_ON_SURFACE;
}

function goOn(situation: Situation, random: () => number): readonly Action[] {
  const actions: Action[] = [];
  for (const row of situation.steps) {
    if (row.state === 'claimed' && !situation.live.has(row.id)) actions.push({ do: 'lose', row });
    if (row.state === 'pending') actions.push({ do: 'deliver', row });
    if (row.state !== 'failed' || isNeedless(row, situation)) continue;
    if (row.error?.code === 'CHUNK_ENVIRONMENT_MISMATCH') {
      const other = elsewhere(row, situation);
      if (other?.do === 'move') return [other];
      if (other !== null) actions.push(other);
      continue;
    }
    const after = afterFailure(row, random);
    if (!after.again) return [{ do: 'move', reason: after.reason, patch: { error: after.failure } }];
    actions.push({
      do: 'due',
      step: row.step,
      attempt: row.attempt + 1,
      delayMs: after.delayMs,
      notOn: row.failedOn,
    });
  }
  return [...actions, ...forward(situation)];
}

/**
 * A worker whose versions differ from the plan's leaves the step to one that has not said so yet. When none is left, the
 * render is planned anew by those that are there; null: something of it still runs.
 */
function elsewhere(row: StepRow, { record, capacity, live }: Situation): Action | null {
  if (capacity.workers.some((name) => !row.failedOn.includes(name))) {
    return { do: 'due', step: row.step, attempt: row.attempt + 1, delayMs: 0, notOn: row.failedOn };
  }
  if (live.size > 0) return null;
  if (record.replans < MAX_REPLANS) return { do: 'move', reason: 'replanned', patch: {} };
  return { do: 'move', reason: 'step_exhausted', patch: { error: lastFailure(row) } };
}

/** A run that failed although others have captured all of its chunks meanwhile. */
function isNeedless({ step }: StepRow, { chunks }: Situation): boolean {
  if (step.kind !== 'capture') return false;
  return step.chunks.every((index) => chunks[index]?.state === 'committed');
}

function forward(situation: Situation): readonly Action[] {
  const { record, plan, steps } = situation;
  switch (record.status) {
    case 'preparing':
      if (plan !== null) return [{ do: 'begin', plan }];
      return missing(steps, [{ kind: 'prepare', id: 'prepare' }]);
    case 'rendering':
      return plan === null ? [] : render(situation, plan);
    default: {
      const assembled = steps.find((row) => row.id === 'assemble' && row.state === 'committed');
      if (assembled === undefined) return missing(steps, [{ kind: 'assemble', id: 'assemble' }]);
      // Terminal means quiet: a doubled run may still be told to stop.
      return situation.live.size > 0 ? [] : [{ do: 'publish', result: assembled.result ?? {} }];
    }
  }
}

function render(situation: Situation, plan: PlanFacts): readonly Action[] {
  const { chunks, steps } = situation;
  if (chunks.length < plan.chunks.length) return [];
  const done = new Set(steps.filter((row) => row.state === 'committed').map((row) => row.id));
  const sound: readonly Step[] = plan.sound ? [{ kind: 'sound', id: 'sound' }] : [];
  const uncommitted = chunks.filter((chunk) => chunk.state !== 'committed');
  if (uncommitted.length === 0) {
    if (sound.some(({ id }) => !done.has(id))) return missing(steps, sound);
    return [{ do: 'move', reason: 'all_chunks_committed', patch: { stage: 'assemble' } }];
  }
  const extracts = Array.from(
    { length: plan.videos },
    (_, video): Step => ({ kind: 'extract', id: `extract-${video}`, video }),
  );
  const due = missing(steps, [...extracts, ...sound]);
  // A page is told of all its pictures before its first frame.
  if (extracts.some(({ id }) => !done.has(id))) return due;
  return [...due, ...captures(situation, plan)];
}

/** Runs of chunks that nobody has in hand, then second tries of runs that take too long. */
function captures(situation: Situation, plan: PlanFacts): readonly Action[] {
  const { chunks, steps, capacity, record } = situation;
  const running = steps.filter(
    (row) => row.step.kind === 'capture' && row.state !== 'committed' && row.state !== 'dropped',
  );
  const inRun = new Set(running.flatMap(({ step }) => (step.kind === 'capture' ? step.chunks : [])));
  const measured = chunks.flatMap(({ frames, ms, reused }) => (ms === null || reused ? [] : [{ frames, ms }]));
  const msPerFrame = medianMsPerFrame(measured);
  const open = chunks.filter(({ index, state }) => state !== 'committed' && !inRun.has(index));
  const runs = nextRuns({
    open,
    waiting: running.filter((row) => row.state !== 'claimed').length,
    slots: capacity.slots,
    idleSlots: capacity.idleSlots,
    msPerFrame,
    asked: record.chunks,
    planned: plan.chunks.length,
  });
  const serial = steps.filter((row) => row.step.kind === 'capture').length;
  const actions: Action[] = runs.map((run, at) => captureDue(run, serial + at, []));
  if (open.length > 0 || capacity.idleSlots === 0) return actions;
  const late = stragglers(situation, running, msPerFrame).slice(0, capacity.idleSlots);
  return [...actions, ...late.map(({ left, worker }, at) => captureDue(left, serial + runs.length + at, [worker]))];
}

function captureDue(run: readonly number[], serial: number, notOn: readonly string[]): Action {
  const step: Step = { kind: 'capture', id: `capture-${run[0] ?? 0}-${serial}`, chunks: run };
  return { do: 'due', step, attempt: 1, delayMs: 0, notOn };
}

/** Late runs that nobody else has in hand, with what is left of them. */
function stragglers(
  { chunks, now, live }: Situation,
  running: readonly StepRow[],
  msPerFrame: number | null,
): readonly { readonly left: readonly number[]; readonly worker: string }[] {
  const holders = (index: number): number =>
    running.filter(({ step }) => step.kind === 'capture' && step.chunks.includes(index)).length;
  return running.flatMap(({ id, step, state, worker, claimedAt }) => {
    if (step.kind !== 'capture' || state !== 'claimed' || worker === null || claimedAt === null || !live.has(id))
      return [];
    const frames = step.chunks.reduce((sum, index) => sum + (chunks[index]?.frames ?? 0), 0);
    const left = step.chunks.filter((index) => chunks[index]?.state !== 'committed');
    if (left.length === 0 || left.some((index) => holders(index) > 1)) return [];
    return isStraggler(now - Date.parse(claimedAt), frames, msPerFrame) ? [{ left, worker }] : [];
  });
}

function missing(steps: readonly StepRow[], wanted: readonly Step[]): readonly Action[] {
  const known = new Set(steps.map((row) => row.id));
  return wanted
    .filter((step) => !known.has(step.id))
    .map((step) => ({ do: 'due', step, attempt: 1, delayMs: 0, notOn: [] }));
}

/** The render's time is up. */
function overdue(situation: Situation): readonly Action[] | null {
  const { record, now } = situation;
  if (record.startedAt === null) return null;
  const seconds = record.timeoutSeconds;
  if (now - Date.parse(record.startedAt) < seconds * 1000) return null;
  const error = outOfTime(seconds, heldUpBy(situation));
  return [{ do: 'move', reason: 'render_timeout', patch: { error } }];
}

function windDown({ record, steps, live }: Situation): readonly Action[] {
  const waiting = steps.filter((row) => row.state === 'pending' || row.state === 'dropped');
  const withdraw: readonly Action[] = waiting.length === 0 ? [] : [{ do: 'withdraw', rows: waiting }];
  if (live.size > 0) return withdraw;
  const abandoned = steps.some((row) => row.state === 'claimed');
  const quiet: TransitionReason = record.status === 'failing' ? 'drained' : 'stopped';
  return [...withdraw, { do: 'move', reason: abandoned ? 'stop_timeout' : quiet, patch: {} }];
}
