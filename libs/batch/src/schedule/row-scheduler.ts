/**
 * Which row does what next (cli 5). Rows begin in order, and at most `concurrency` are reported as running. Lanes go to
 * the earliest row that can use them; those it cannot use or has given back, the next rows capture with, unseen. Where there
 * are more lanes than reported rows, further rows get ready meanwhile. What a row does before it is reported stays unseen, its
 * failure too.
 */
import { asFramefarmError } from '@framefarm/contract';
import { LaneBudget } from './lane-budget.js';
import { type Leader, Leaders } from './leaders.js';
import { type RowStage, RowState } from './row-state.js';
import type { SchedulerHooks, SchedulerOptions } from './scheduler-api.js';
import { turnOf } from './turn.js';

/** Runs all rows; resolves when each is completed, failed or skipped. Rejects only with what a hook throws. */
export function scheduleRows<R>(options: SchedulerOptions<R>, hooks: SchedulerHooks<R>): Promise<void> {
  return new Promise((resolve, reject) => new RowScheduler(options, hooks, resolve, reject).begin());
}

/** Stages in which a row is under way and may take a reporting place; one that gets ready may not yet. */
const REPORTABLE: ReadonlySet<RowStage> = new Set(['waiting', 'capturing', 'captured', 'finishing']);

class RowScheduler<R> {
  readonly #rows: RowState<R>[];
  readonly #leaders: Leaders<R>;
  readonly #budget: LaneBudget;
  /** Rows that are looked at beyond the first unreported one. */
  readonly #window: number;
  readonly #ended: { readonly resolve: () => void; readonly reject: (error: unknown) => void };
  #stop: 'failure' | 'interruption' | null = null;
  #next = 0;
  /** Reported as running. */
  #running: RowState<R>[] = [];
  #busy = false;
  #over = false;

  constructor(
    private readonly options: SchedulerOptions<R>,
    private readonly hooks: SchedulerHooks<R>,
    resolve: () => void,
    reject: (error: unknown) => void,
  ) {
    this.#rows = options.inputDigests.map((digest, index) => new RowState(index, digest));
    this.#leaders = new Leaders(options.inputDigests);
    this.#budget = new LaneBudget(options.lanes, options.concurrency);
    this.#window = this.#budget.window;
    this.#ended = { resolve, reject };
    for (const [index, result] of options.done) {
      const row = this.#rows[index];
      if (row === undefined) throw new RangeError(`the batch has no row ${index}`);
      row.earlier = true;
      row.stage = 'settled';
      row.outcome = { ok: true, result, copyOf: null };
      this.#leaders.set(row.inputDigest, { kind: 'done', index, result });
    }
  }

  begin(): void {
    const { signal } = this.options;
    const onAbort = (): void => {
      this.#stop = 'interruption';
      for (const row of this.#active()) row.abort?.abort(signal.reason);
      this.#pump();
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    this.#pump();
  }

  /** Does all that can be done now. What a hook or a render does in between is seen in the next round. */
  #pump(): void {
    if (this.#busy || this.#over) return;
    this.#busy = true;
    try {
      let changed = true;
      while (changed) {
        const ended = this.#reportEnds();
        const launched = this.#launch();
        const granted = this.#grant();
        const started = this.#reportStarts();
        changed = ended || launched || granted || started;
      }
      if (this.#stop !== null) this.#skipRest();
      if (this.#next === this.#rows.length && this.#running.length === 0) {
        this.#over = true;
        this.#ended.resolve();
      }
    } catch (error) {
      this.#over = true;
      for (const row of this.#active()) row.abort?.abort(asFramefarmError(error));
      this.#ended.reject(error);
    } finally {
      this.#busy = false;
    }
  }

  /** Rows that have been looked at and are not yet reported as over. */
  #active(): RowState<R>[] {
    return [...this.#running, ...this.#rows.slice(this.#next, this.#next + this.#window)];
  }

  #reportEnds(): boolean {
    const ended = this.#running.filter((row) => row.outcome !== null);
    if (ended.length === 0) return false;
    this.#running = this.#running.filter((row) => row.outcome === null);
    for (const row of ended) this.#reportEnd(row);
    return true;
  }

  #reportEnd(row: RowState<R>): void {
    const { outcome, workedMs } = row;
    if (outcome === null) return;
    row.outcome = null;
    if (outcome.ok) {
      this.hooks.completed(row.index, outcome.result, { workedMs, copyOf: outcome.copyOf });
      return;
    }
    this.hooks.failed(row.index, outcome.error, { workedMs });
    if (!this.options.failFast || this.#stop !== null) return;
    this.#stop = 'failure';
    for (const other of this.#active()) if (!other.reported) other.abort?.abort(outcome.error);
  }

  #reportStarts(): boolean {
    let changed = false;
    while (this.#stop === null && this.#running.length < this.options.concurrency) {
      const row = this.#rows[this.#next];
      if (row === undefined || !this.#mayBeReported(row)) break;
      this.#reportStart(row);
      changed = true;
      // One that is over already gives its place back at once.
      if (row.outcome !== null) this.#reportEnds();
    }
    return changed;
  }

  #reportStart(row: RowState<R>): void {
    row.reported = true;
    this.#next += 1;
    this.#running.push(row);
    this.hooks.started(row.index);
    if (row.stage !== 'captured') return;
    row.stage = 'finishing';
    row.work();
    for (const goOn of row.untold.splice(0)) goOn();
  }

  #mayBeReported({ stage, outcome }: RowState<R>): boolean {
    return outcome !== null || REPORTABLE.has(stage);
  }

  #launch(): boolean {
    if (this.#stop === 'interruption') {
      const idle = this.#running.filter((row) => row.stage === 'waiting' || row.stage === 'idle');
      for (const row of idle) this.#interrupt(row);
      return idle.length > 0;
    }
    let changed = false;
    const active = this.#active();
    for (const row of active) {
      if (this.#stop !== null && !row.reported) break;
      if (row.stage !== 'idle' && row.stage !== 'waiting') continue;
      const leader = this.#leaders.of(row.inputDigest);
      if (leader !== undefined) {
        if (row.stage === 'idle') changed = true;
        row.stage = 'waiting';
        // Nothing appears on disk for a row that has not been reported.
        if (leader.kind === 'done' && row.reported) {
          this.#copy(row, leader);
          changed = true;
        }
        continue;
      }
      // A render that is done but not yet reported still counts, or unseen rows could run far ahead.
      const unfinished = active.filter(({ abort, outcome, earlier }) => abort !== null || (outcome?.ok && !earlier));
      const demands = unfinished.map(({ demand }) => ({ lanes: demand }));
      if (!row.reported && !this.#budget.mayBegin(unfinished.length, demands)) break;
      changed = true;
      this.#render(row);
    }
    return changed;
  }

  #render(row: RowState<R>): void {
    const abort = new AbortController();
    row.abort = abort;
    row.stage = 'preparing';
    row.work();
    this.#leaders.set(row.inputDigest, { kind: 'running', index: row.index });
    const turn = turnOf(row, {
      budget: this.#budget,
      // A row that is skipped has no output.
      mayFinish: () => row.reported || !this.options.failFast,
      changed: () => this.#pump(),
    });
    this.hooks.render(row.index, turn, abort.signal).then(
      (result) => {
        this.#leaders.set(row.inputDigest, { kind: 'done', index: row.index, result });
        this.#settle(row, { ok: true, result, copyOf: null });
      },
      (error) => {
        this.#leaders.drop(row.inputDigest);
        this.#settle(row, { ok: false, error: asFramefarmError(error) });
      },
    );
  }

  #copy(row: RowState<R>, leader: Leader<R> & { readonly kind: 'done' }): void {
    row.stage = 'finishing';
    row.work();
    this.hooks.copy(leader.result, row.index).then(
      (result) => this.#settle(row, { ok: true, result, copyOf: leader.index }),
      () => {
        // The original is gone or has changed, or there is no room for a copy: the render itself will say so.
        if (this.#leaders.of(row.inputDigest) === leader) this.#leaders.drop(row.inputDigest);
        row.rest();
        row.stage = 'idle';
        this.#pump();
      },
    );
  }

  #interrupt(row: RowState<R>): void {
    this.#settle(row, { ok: false, error: asFramefarmError(this.options.signal.reason) });
  }

  #settle(row: RowState<R>, outcome: NonNullable<RowState<R>['outcome']>): void {
    row.rest();
    row.abort = null;
    row.stage = 'settled';
    row.outcome = outcome;
    this.#pump();
  }

  /** Gives free lanes to the rows that ask, in order; with its first one a row gets its turn. */
  #grant(): boolean {
    let changed = false;
    /** Lanes kept for earlier rows that still get ready. */
    let kept = 0;
    for (const row of this.#active()) {
      if (this.#budget.free <= kept) break;
      if (row.stage === 'preparing') kept += 1;
      if (this.#stop !== null && !row.reported) continue;
      while (row.asks.length > 0 && this.#budget.free > kept) {
        this.#giveLane(row);
        changed = true;
      }
    }
    return changed;
  }

  #giveLane(row: RowState<R>): void {
    this.#budget.take();
    row.lanes += 1;
    if (row.stage === 'ready') {
      row.stage = 'capturing';
      row.work();
    }
    row.asks.shift()?.();
  }

  /** After a stop: once nothing runs unseen any more, what was not started is skipped. */
  #skipRest(): void {
    if (this.#running.length > 0 || this.#active().some((row) => row.abort !== null)) return;
    while (this.#next < this.#rows.length) {
      const row = this.#rows[this.#next] as RowState<R>;
      // Its output is on disk, so it is told as what it is.
      if (row.outcome?.ok === true) {
        this.#reportStart(row);
        this.#reportEnds();
      } else {
        this.#next += 1;
        this.hooks.skipped(row.index);
      }
    }
  }
}
