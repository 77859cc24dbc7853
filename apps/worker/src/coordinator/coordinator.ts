/**
 * Leads one run of a render from its permit to its end: reads what is true, decides, acts, waits. It holds nothing that is
 * not in the records, so any other coordinator can go on where this one was killed (farm-practice 3).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  Farm,
  RecordPatch,
  RenderArtefact,
  RenderRecord,
  RenderStatus,
  RunInLine,
  RunLook,
  RunView,
  TransitionReason,
} from '@framefarm/farm';
import { isTerminal } from '@framefarm/farm';
import type { PreparedStep } from '@framefarm/render';
import type { ObjectStore } from '@framefarm/storage';
import { type Log, runFacts, type Tracing } from '@framefarm/telemetry';
import type { WorkerMetrics } from '../metrics/worker-metrics.js';
import type { Inputs } from '../steps/inputs.js';
import { CapacityView } from './capacity.js';
import { type Action, decide } from './decide.js';
import { Deliveries, type StepQueues } from './deliveries.js';
import { commitKnownChunks } from './known-chunks.js';
import { keepOrder, knownOrder } from './known-order.js';
import { Outage } from './outage.js';
import { renderPerf } from './perf.js';
import { readPlan } from './read-plan.js';
import { tellEnd } from './render-end.js';
import type { PlanFacts, Situation } from './situation.js';
import { Wake } from './wake.js';

/** Longest time between two looks: a message may be missed, and leases and time limits run out silently. */
const LOOK_EVERY_MS = 1_000;
/** Pause after Redis or the store could not be reached, ms. */
const PAUSE_MS = 500;

export interface CoordinatorParts {
  readonly farm: Farm;
  readonly store: ObjectStore;
  readonly inputs: Inputs;
  readonly queues: StepQueues;
  readonly metrics: WorkerMetrics;
  readonly tracing: Tracing;
  readonly log: Log;
}

export class Coordinator {
  readonly #capacity: CapacityView;
  readonly #outage = new Outage();

  constructor(private readonly parts: CoordinatorParts) {
    this.#capacity = new CapacityView(parts.farm.workers);
  }

  /** `ended`: the run is over. `returned`: the signal aborted, another coordinator has to go on. */
  async lead(run: RunInLine, signal: AbortSignal): Promise<'ended' | 'returned'> {
    const { farm, queues, log } = this.parts;
    const { renderId, epoch } = run;
    const deliveries = new Deliveries(queues, run);
    const view = farm.view(renderId);
    const wake = new Wake();
    const unwatch = farm.events.watch(renderId, wake.call);
    try {
      while (!signal.aborted) {
        const began = performance.now();
        try {
          const next = await this.#pass(view, epoch, deliveries);
          if (next === 'ended') {
            tellEnd(await farm.renders.get(renderId), epoch, this.parts);
            return 'ended';
          }
          if (next === 'again') continue;
        } catch (error) {
          log.warn({ renderId, epoch, err: String(error) }, 'the coordinator tries again');
          await wake.wait(PAUSE_MS, signal);
          continue;
        }
        // News that come quicker than they are read are read together: no render is looked at more than half of the time.
        await sleep(performance.now() - began);
        await wake.wait(LOOK_EVERY_MS, signal);
      }
      return 'returned';
    } finally {
      unwatch();
    }
  }

  /** Takes the next steps of a run once, beside whoever leads it: everything it does is compare-and-set. */
  async help(run: RunInLine): Promise<void> {
    const deliveries = new Deliveries(this.parts.queues, run);
    const view = this.parts.farm.view(run.renderId);
    let next: Pass = 'again';
    while (next === 'again') next = await this.#pass(view, run.epoch, deliveries);
  }

  async #pass(view: RunView, epoch: number, deliveries: Deliveries): Promise<Pass> {
    try {
      return await this.#goOn(view, epoch, deliveries);
    } catch (error) {
      this.#outage.note(error);
      throw error;
    }
  }

  async #goOn(view: RunView, epoch: number, deliveries: Deliveries): Promise<Pass> {
    const look = await view.look();
    if (look === null || look.record.epoch !== epoch) return 'ended';
    const { record } = look;
    const situation = await this.#situation(look);
    if (isTerminal(record.status)) {
      await deliveries.withdraw(situation.steps.filter(({ state }) => state !== 'committed'));
      // The next row of its batch need not wait for the sweep.
      if (record.batch !== null) await this.parts.farm.batches.advance(record.batch.id);
      return 'ended';
    }
    const actions = decide(situation);
    // Lanes that wait for work must not wait for one round trip per step before theirs.
    await Promise.all(actions.filter(isStep).map((action) => this.#act(action, situation, deliveries)));
    for (const action of actions) if (!isStep(action)) await this.#act(action, situation, deliveries);
    return actions.some(changesState) ? 'again' : 'wait';
  }

  async #situation({ record, steps, live, chunks, now }: RunLook): Promise<Situation> {
    const capacity = await this.#capacity.read(record.version);
    const key = steps.find((row) => row.id === 'prepare' && row.state === 'committed')?.result?.preparedKey;
    const plan = typeof key === 'string' && isUnderWay(record.status) ? await readPlan(this.parts, key, record) : null;
    const claimed = steps.filter(({ state }) => state === 'claimed').map(({ id }) => id);
    return { record, steps, live: this.#outage.isRecent() ? new Set(claimed) : live, chunks, plan, capacity, now };
  }

  async #act(action: Action, situation: Situation, deliveries: Deliveries): Promise<void> {
    const { farm, log } = this.parts;
    const { id, epoch } = situation.record;
    switch (action.do) {
      case 'due':
        await farm.steps.due(id, epoch, action.step, action.attempt);
        return deliveries.add(action);
      case 'deliver':
        return deliveries.repeat(action.row);
      case 'lose': {
        const { worker, id: stepId, fence } = action.row;
        log.warn({ ...runFacts(situation.record), step: stepId, on: worker }, `step ${stepId} lost its worker`);
        const message = `worker ${worker ?? 'unknown'} was lost`;
        await farm.steps.fail(id, epoch, stepId, fence, { code: 'WORKER_LOST', message, class: 'lost' });
        return;
      }
      case 'begin':
        return this.#begin(situation.record, action.plan);
      case 'move':
        await this.#keepOrder(situation, action.patch);
        await this.#move(situation.record, action.reason, action.patch);
        return;
      case 'publish':
        return this.#publish(situation, action.result);
      case 'drop':
        await Promise.all(action.rows.map((row) => farm.steps.drop(id, epoch, row.id)));
        return deliveries.withdraw(action.rows);
      case 'withdraw':
        return deliveries.withdraw(action.rows);
    }
  }

  async #begin(record: RenderRecord, plan: PlanFacts): Promise<void> {
    const { farm, store, metrics, inputs } = this.parts;
    const { id, epoch, owner } = record;
    await inputs.withPrepared(plan.key, async ({ step }) => {
      const mayMeet = record.dependent === null && plan.chunks.length > 1;
      const dependent = mayMeet ? await knownOrder(store, owner, step) : null;
      if (dependent !== null) {
        await this.#move(record, 'order_needed', { dependent });
        return;
      }
      await farm.chunks.plan(id, epoch, plan.chunks);
      const rows = await farm.chunks.list(id);
      const known = await commitKnownChunks(farm, store, record, step, rows);
      const facts = { chunks: rows.length, reused: known };
      if (await this.#move(record, 'planned', { preparedKey: plan.key }, facts)) metrics.chunks('reused', known);
    });
  }

  /** What was found of a plan is kept before it is given up: another render of the same would not find it, as its chunks are there already. */
  async #keepOrder({ record: { owner }, plan }: Situation, { dependent }: RecordPatch): Promise<void> {
    const { inputs, store } = this.parts;
    if (dependent === undefined || plan === null) return;
    await inputs.withPrepared(plan.key, ({ step }) => keepOrder(store, owner, step, dependent));
  }

  /** A transition, and its line in the log where it was this coordinator that made it. */
  async #move(
    record: RenderRecord,
    reason: TransitionReason,
    patch: RecordPatch,
    facts: object = {},
  ): Promise<boolean> {
    const { farm, log } = this.parts;
    const { moved, record: now } = await farm.renders.move(record.id, record.epoch, reason, patch);
    if (moved) log.info({ ...runFacts(record), status: now?.status, reason, ...facts }, `render ${reason}`);
    return moved;
  }

  async #publish(situation: Situation, result: Readonly<Record<string, unknown>>): Promise<void> {
    const { inputs } = this.parts;
    const { record, plan, steps, chunks, now } = situation;
    if (plan === null) throw new Error(`render ${record.id} has no plan`);
    const output = result.artefact as RenderArtefact;
    const perf = await inputs.withPrepared(plan.key, async ({ step }: { readonly step: PreparedStep }) =>
      renderPerf({ record, steps, chunks, prepared: step, now }),
    );
    await this.#move(record, 'published', { output, perf });
  }
}

/** Decisions need the plan; a render that winds down must not wait for it. */
function isUnderWay(status: RenderStatus): boolean {
  return status === 'preparing' || status === 'rendering' || status === 'assembling';
}

/** What follows a look: the run is over, the next look is due at once, or something has to happen first. */
type Pass = 'ended' | 'again' | 'wait';

/** A step goes out whatever else is to be done. */
function isStep({ do: what }: Action): boolean {
  return what === 'due' || what === 'deliver';
}

/** After these the next decision may be a new one at once. */
function changesState({ do: what }: Action): boolean {
  return what === 'begin' || what === 'move' || what === 'publish' || what === 'lose';
}
