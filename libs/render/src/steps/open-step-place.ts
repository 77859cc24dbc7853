/** Where a worker runs the steps of renders. */
import { tmpdir } from 'node:os';
import { IdleRoom } from '@framefarm/browser';
import { asFramefarmError, FramefarmError } from '@framefarm/contract';
import { createScratch, untilAborted } from '@framefarm/process';
import { OWN_PLACE, openWarmPlace, type Place, type WarmPlace } from '../place/place.js';
import { rememberTools } from '../place/tools.js';
import { canonicalJson } from '../plan/plan-id.js';
import { openCancellation } from '../run/cancellation.js';
import type { RenderContext } from '../run/context.js';
import { withContext } from '../run/lifetime.js';
import { SurfaceKnowledge } from '../surface/knowledge.js';
import { assembleStep } from './assemble-step.js';
import { captureStep } from './capture-step.js';
import { extractStep, soundStep } from './media-steps.js';
import { OpenRender } from './open-render.js';
import { prepareStep } from './prepare-step.js';
import type { StepJob, StepPlace, StepPlaceOptions } from './steps-api.js';

/** A page that goes back to earlier chunks, or the next row of a batch, finds one ready; more would only take memory. */
const IDLE_BROWSERS = 1;

/**
 * Opens a place; nothing is started before its first step.
 * @throws nothing by itself; its steps throw as {@link StepPlace} says.
 */
export function openStepPlace(options: StepPlaceOptions = {}): StepPlace {
  const { systemFonts = false, publicHttps = false, neverAllow = [] } = options;
  const knowledge = new SurfaceKnowledge();
  const tools = rememberTools();
  const cold: Place = { ...OWN_PLACE, tools, systemFonts, outside: { publicHttps, neverAllow } };
  let warm: { readonly occupant: string; readonly place: WarmPlace; remove(): Promise<void> } | null = null;
  let open: { key: string; readonly render: OpenRender } | null = null;
  /** Settles when the step that came last has left the place, or has ended. */
  let turn: Promise<unknown> = Promise.resolve();
  /** Settles when the encoders of renders that have left have ended, and when all of them has. */
  let encoded: Promise<void> = Promise.resolve();
  let leftEnded: Promise<unknown> = Promise.resolve();
  let closing: Promise<void> | undefined;

  const leave = async (): Promise<void> => {
    const { render } = open ?? {};
    open = null;
    if (render === undefined) return;
    await render.leave();
    encoded = Promise.all([encoded, render.stepEnded]).then(() => {});
    leftEnded = Promise.allSettled([leftEnded, render.end()]);
  };
  const endWarm = async (): Promise<void> => {
    await leave();
    await leftEnded;
    const leaving = warm;
    warm = null;
    await leaving?.place.close();
    await leaving?.remove();
  };
  const placeOf = async (occupant: string): Promise<WarmPlace> => {
    if (warm !== null && warm.occupant !== occupant) await endWarm();
    if (warm === null) {
      const scratch = await createScratch(tmpdir(), 'framefarm-place-');
      const idle = new IdleRoom(IDLE_BROWSERS);
      const place = await openWarmPlace(scratch.path, tools, idle, cold);
      warm = { occupant, place, remove: scratch.remove };
    }
    return warm.place;
  };
  const renderOf = async (job: StepJob, planId: string | null): Promise<OpenRender> => {
    const key = keyOf(job, planId);
    if (open !== null && open.key === key && planId !== null) {
      // A failure of its last encoder would be one of both.
      await open.render.stepEnded;
      if (!open.render.ended) return open.render;
    }
    await leave();
    const place = await placeOf(job.occupant ?? job.projectDir);
    const render = await OpenRender.open(job, { ...place, encoderFree: encoded }, knowledge);
    open = { key, render };
    return render;
  };

  /**
   * Runs work in an open render, when it is its turn; it may say that it has left before it ends. A failure or cancel ends all that is warm, unless
   * another render is here by then.
   */
  const inRender = <T>(
    job: StepJob,
    planId: string | null,
    work: (render: OpenRender, onLeft: () => void) => Promise<T>,
  ): Promise<T> => {
    const before = turn;
    const left = Promise.withResolvers<void>();
    const step = async (): Promise<T> => {
      const cancellation = openCancellation(job.signal, job.deadlineMs ?? job.options.timeoutMs);
      const { signal } = cancellation;
      let render: OpenRender | undefined;
      try {
        await untilAborted(before, signal);
        signal.throwIfAborted();
        if (closing !== undefined) throw new FramefarmError('RENDER_CANCELLED', 'the place was closed');
        const opened = await renderOf(job, planId);
        render = opened;
        const end = (): void => opened.abort(asFramefarmError(signal.reason));
        signal.addEventListener('abort', end, { once: true });
        if (signal.aborted) end();
        opened.listener = job.onEvent;
        try {
          return await opened.run(() => work(opened, left.resolve));
        } catch (thrown) {
          opened.abort(asFramefarmError(thrown));
          if (open?.render === opened) await endWarm();
          throw thrown;
        } finally {
          opened.listener = undefined;
          signal.removeEventListener('abort', end);
        }
      } catch (thrown) {
        // An abort shows up as whatever was interrupted; its reason says what happened.
        const error = asFramefarmError(signal.aborted ? signal.reason : thrown);
        error.circumstances ??= render?.context.report.circumstances() ?? null;
        throw error;
      } finally {
        cancellation.release();
      }
    };
    const running = step();
    turn = Promise.allSettled([before, Promise.race([left.promise, running])]);
    return running;
  };
  /** Runs work that needs nothing of what is warm, beside it. A worker keeps no temporary files, also for --debug. */
  const beside = <T>(job: StepJob, work: (context: RenderContext) => Promise<T>): Promise<T> =>
    withContext({ ...job, options: { ...job.options, debug: false } }, cold, knowledge, work);

  const cool = (): Promise<void> => {
    // Files that cannot be removed now go when the process ends.
    const cooling = turn.then(endWarm).catch(() => {});
    turn = cooling;
    return cooling;
  };

  return {
    prepare: (job) =>
      inRender(job, null, async (render) => {
        const prepared = await prepareStep(render, job);
        open = { key: keyOf(job, prepared.plan.id), render };
        return prepared;
      }),
    capture: (job) =>
      inRender(job, job.prepared.plan.id, (render, onLeft) => {
        const leaves = (): void => {
          onLeft();
          job.onLeft?.();
        };
        return captureStep(render, { ...job, onLeft: leaves });
      }),
    extract: (job) => beside(job, (context) => extractStep(context, job)),
    sound: (job) => beside(job, (context) => soundStep(context, job)),
    assemble: (job) => beside(job, (context) => assembleStep(context, job)),
    cool,
    close: () => {
      closing ??= cool();
      return closing;
    },
  };
}

function keyOf({ projectDir, options, occupant }: StepJob, planId: string | null): string {
  return canonicalJson([projectDir, options, occupant ?? null, planId]);
}
