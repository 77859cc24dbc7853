/** The figures of this worker, filled by what its steps do and read at each scrape (http-api 4.5). */
import { MetricBoard } from '@framefarm/telemetry';
import type { ContentCache } from '../cache/content-cache.js';
import type { Lanes } from '../lane/lanes.js';
import type { StepEnd } from '../steps/step-end.js';
import { FrameRate } from './frame-rate.js';
import { WORKER_METRICS } from './metric-table.js';

const MEGABYTE = 1_048_576;

export class WorkerMetrics {
  readonly #board = new MetricBoard(WORKER_METRICS);
  readonly #rate = new FrameRate();

  constructor(
    private readonly lanes: Lanes,
    private readonly cache: ContentCache,
    private readonly slots: number,
  ) {
    this.#board.onScrape(() => this.#read());
  }

  get contentType(): string {
    return this.#board.contentType;
  }

  text(): Promise<string> {
    return this.#board.text();
  }

  frames(count: number): void {
    this.#board.add('framefarm_worker_frames_total', {}, count);
    this.#rate.add(count, performance.now());
  }

  captured({ resumed }: { readonly resumed: boolean }): void {
    this.#board.add('framefarm_worker_browser_opens_total', { warm: String(resumed) });
  }

  chunks(outcome: string, count = 1): void {
    this.#board.add('framefarm_worker_chunks_total', { outcome }, count);
  }

  begun(kind: StepEnd['kind'], attempt: number): void {
    if (attempt > 1) this.#board.add('framefarm_worker_step_retries_total', { kind });
  }

  declined(): void {
    this.#board.add('framefarm_worker_declined_total', {});
  }

  ended({ kind, ms, failure }: StepEnd): void {
    this.#board.add('framefarm_worker_steps_total', { kind, outcome: failure?.class ?? 'committed' });
    if (failure === null) this.#board.observe('framefarm_worker_step_seconds', ms / 1000, { kind });
  }

  #read(): void {
    const { lanes, busy, started, rssMb } = this.lanes.counts();
    const { hits, misses, bytes } = this.cache.counts();
    const board = this.#board;
    board.set('framefarm_worker_slots', this.slots);
    board.set('framefarm_worker_lanes', busy, { state: 'busy' });
    board.set('framefarm_worker_lanes', lanes - busy, { state: 'idle' });
    board.setTotal('framefarm_worker_lanes_started_total', started);
    board.set('framefarm_worker_frames_per_second', this.#rate.perSecond(performance.now()));
    board.setTotal('framefarm_worker_cache_hits_total', hits);
    board.setTotal('framefarm_worker_cache_misses_total', misses);
    board.set('framefarm_worker_cache_bytes', bytes);
    board.set('framefarm_worker_memory_bytes', process.memoryUsage.rss(), { part: 'worker' });
    board.set('framefarm_worker_memory_bytes', rssMb * MEGABYTE, { part: 'lanes' });
  }
}
