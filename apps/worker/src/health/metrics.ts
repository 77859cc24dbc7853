/** Figures of this worker for Prometheus (http-api 4.5). Figures of the whole farm are the producer's. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ContentCache } from '../cache/content-cache.js';
import type { Lanes } from '../lane/lanes.js';
import type { StepEnd } from '../steps/perform-step.js';

export class WorkerMetrics {
  readonly registry = new Registry();
  readonly #steps: Counter;
  readonly #seconds: Histogram;

  constructor(lanes: Lanes, cache: ContentCache, slots: number) {
    const registers = [this.registry];
    this.#steps = new Counter({
      name: 'framefarm_worker_steps_total',
      help: 'Steps that ended here, by kind and outcome (committed, or the class of failure).',
      labelNames: ['kind', 'outcome'],
      registers,
    });
    this.#seconds = new Histogram({
      name: 'framefarm_worker_step_seconds',
      help: 'Time of committed steps.',
      labelNames: ['kind'],
      buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160],
      registers,
    });
    const gauge = (name: string, help: string, read: () => number): void => {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    };
    gauge('framefarm_worker_slots', 'Chunks captured at once.', () => slots);
    gauge('framefarm_worker_lanes', 'Lane processes.', () => lanes.counts().lanes);
    gauge('framefarm_worker_lanes_busy', 'Lane processes with work.', () => lanes.counts().busy);
    gauge('framefarm_worker_rss_bytes', 'Resident memory of the worker and its lanes.', () => {
      return process.memoryUsage.rss() + lanes.counts().rssMb * 1_048_576;
    });
    gauge('framefarm_worker_cache_bytes', 'Bytes kept by content.', () => cache.counts().bytes);
    gauge('framefarm_worker_cache_hits', 'Inputs found in the cache since the start.', () => cache.counts().hits);
    gauge('framefarm_worker_cache_misses', 'Inputs fetched since the start.', () => cache.counts().misses);
  }

  ended({ kind, ms, failure }: StepEnd): void {
    this.#steps.inc({ kind, outcome: failure?.class ?? 'committed' });
    if (failure === null) this.#seconds.observe({ kind }, ms / 1000);
  }
}
