/** Start and end of a worker, in the one order that leaves nothing behind (stack-notes 7, farm-practice 10). */
import type { WorkerSettings } from '@framefarm/contract';
import { type Farm, requireRedis } from '@framefarm/farm';
import type { Scratch } from '@framefarm/process';
import { type ObjectStore, requireStore } from '@framefarm/storage';
import type { Log, Tracing } from '@framefarm/telemetry';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Admission } from '../admission/admission.js';
import type { Sweep } from '../admission/sweep.js';
import type { Announcer } from '../announce/announcer.js';
import { HealthThread } from '../health/health-thread.js';
import { readinessOf } from '../health/readiness.js';
import type { HealthReport } from '../health/report.js';
import type { StoreWatch } from '../health/store-watch.js';
import type { Lanes } from '../lane/lanes.js';
import { Warmth } from '../lane/warmth.js';
import type { WorkerMetrics } from '../metrics/worker-metrics.js';
import type { WorkBoard } from '../steps/work-board.js';
import type { Consumers } from './consumers.js';
import type { WorkerIdentity } from './identity.js';
import type { WorkerQueues } from './queues.js';

/** Longest wait for steps that were handed back to have ended, ms: lanes are killed after 5 s. */
const HAND_BACK_MS = 15_000;

export interface WorkerParts {
  readonly settings: WorkerSettings;
  readonly identity: WorkerIdentity;
  readonly farm: Farm;
  readonly store: ObjectStore;
  readonly queues: WorkerQueues;
  readonly consumers: Consumers;
  readonly admission: Admission;
  readonly sweep: Sweep;
  readonly announcer: Announcer;
  readonly storeWatch: StoreWatch;
  readonly lanes: Lanes;
  readonly board: WorkBoard;
  readonly metrics: WorkerMetrics;
  readonly tracing: Tracing;
  readonly scratch: Scratch;
  /** The scratch itself where the cache has no place of its own. */
  readonly cachePlace: Scratch;
  readonly log: Log;
}

export class WorkerLife implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #warmth: Warmth;
  #health: HealthThread | null = null;
  #ending: Promise<void> | null = null;
  /** Called when the farm asks this worker to drain. */
  onDrainAsked: () => void = () => {};

  constructor(private readonly parts: WorkerParts) {
    this.#warmth = new Warmth(parts.farm, parts.lanes);
  }

  /** Port of the health listener; null without one. */
  get healthPort(): number | null {
    return this.#health?.port ?? null;
  }

  async onApplicationBootstrap(): Promise<void> {
    const { farm, store, identity, lanes, announcer, consumers, admission, sweep, storeWatch, settings, log } =
      this.parts;
    const { redisUrl, store: location } = settings;
    await Promise.all([
      requireRedis(redisUrl, () => farm.ping()),
      requireStore(location ?? store.location, () => store.check()),
    ]);
    storeWatch.start();
    const { healthHost: host, healthPort: port } = settings;
    if (port !== 0) this.#health = await HealthThread.start({ host, port }, () => this.#report(), log);
    await Promise.all([lanes.warm('browser', identity.slots), lanes.warm('media', 1)]);
    await announcer.start({
      onDrain: () => this.onDrainAsked(),
      onObstacle: (obstacle) => void consumers.takeSteps(obstacle === null),
    });
    consumers.start();
    if (announcer.obstacle !== null) await consumers.takeSteps(false);
    admission.start();
    sweep.start();
    this.#warmth.start();
    if (settings.sandbox === 'off') log.warn('the Chromium sandbox is off (FRAMEFARM_SANDBOX=off)');
    log.info({ slots: identity.slots }, 'worker ready');
  }

  /** Takes nothing more; steps that run may finish within `seconds`, then they are handed back. */
  async drain(seconds: number): Promise<void> {
    const { admission, sweep, announcer, consumers, board, log } = this.parts;
    if (!announcer.draining) log.info({ running: board.list().length, seconds }, 'worker drains');
    admission.stop();
    sweep.stop();
    await consumers.rest();
    await announcer.drain();
    await board.empty(seconds * 1000);
    // Also when nothing runs: a step may have been fetched in the moment before.
    consumers.handBack();
    await board.empty(HAND_BACK_MS);
  }

  /** Before the hooks in which @nestjs/bullmq closes its workers, which waits for running jobs without end. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#ending ??= this.#end();
    await this.#ending;
  }

  async #end(): Promise<void> {
    const { announcer, consumers, lanes, queues, farm, store, storeWatch, scratch, cachePlace, tracing, log } =
      this.parts;
    await this.drain(0);
    this.#warmth.stop();
    storeWatch.stop();
    // Asked now: a Redis that went as this worker was told to stop has been silent for no time yet, and a connection to it is never closed.
    const isRedisAway = !(await announcer.leave());
    // Jobs whose steps did not end are stalled for others to find; waiting for them here could take for ever.
    await Promise.race([
      consumers.close(isRedisAway),
      new Promise((resolve) => setTimeout(resolve, HAND_BACK_MS).unref()),
    ]);
    await lanes.close();
    await queues.close();
    await Promise.allSettled([farm.close(), store.close()]);
    await this.#health?.stop();
    await tracing.close();
    await Promise.all([scratch.remove(), cachePlace.remove()]);
    log.info('worker ended');
  }

  async #report(): Promise<HealthReport> {
    const { announcer, metrics, storeWatch } = this.parts;
    const { silentMs, unsaid, hostFault: host, draining } = announcer;
    return {
      ...readinessOf({ silentMs, unsaid, store: storeWatch.state, host, draining }),
      metrics: await metrics.text(),
      metricsType: metrics.contentType,
    };
  }
}
