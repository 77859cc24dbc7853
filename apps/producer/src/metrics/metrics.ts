/** The farm and this producer in numbers, for Prometheus (http-api 4.5). */
import { FramefarmError } from '@framefarm/contract';
import { type Farm, type FarmStats, isTerminal, RENDER_STATUSES, type WorkerInfo } from '@framefarm/farm';
import { MetricBoard } from '@framefarm/telemetry';
import { Inject, Injectable } from '@nestjs/common';
import { EventStreams } from '../events/event-streams.js';
import { FARM } from '../tokens.js';
import { WebhookSender } from '../webhooks/webhook-sender.js';
import { FARM_METRICS } from './metric-table.js';
import { OWN_METRICS, type OwnMetrics } from './own-metrics.js';

type FarmBoard = MetricBoard<typeof FARM_METRICS>;

@Injectable()
export class Metrics {
  constructor(
    @Inject(FARM) private readonly farm: Farm,
    @Inject(OWN_METRICS) private readonly own: OwnMetrics,
    private readonly streams: EventStreams,
    private readonly webhooks: WebhookSender,
  ) {}

  get contentType(): string {
    return this.own.contentType;
  }

  /** The text of a scrape, for two calls of Redis. While Redis is away it tells of this producer alone. */
  async text(): Promise<string> {
    const ofFarm = await this.#ofFarm().catch((error: unknown) => {
      if (error instanceof FramefarmError && error.code === 'QUEUE_UNAVAILABLE') return null;
      throw error;
    });
    this.own.set('framefarm_producer_redis_up', ofFarm === null ? 0 : 1);
    this.#setOwn();
    return `${ofFarm ?? ''}${await this.own.text()}`;
  }

  /** @throws FramefarmError QUEUE_UNAVAILABLE */
  async #ofFarm(): Promise<string> {
    const [stats, workers] = await Promise.all([this.farm.stats(), this.farm.workers.list()]);
    // Nothing is kept between scrapes: a worker that left leaves no figure behind.
    const board = new MetricBoard(FARM_METRICS);
    setRenders(board, stats);
    setLine(board, stats);
    setChunks(board, stats);
    setWorkers(board, workers);
    return board.text();
  }

  #setOwn(): void {
    this.own.set('framefarm_producer_event_readers', this.streams.count);
    this.own.set('framefarm_producer_memory_bytes', process.memoryUsage.rss());
    for (const [result, count] of Object.entries(this.webhooks.results)) {
      this.own.setTotal('framefarm_producer_webhook_tries_total', count, { result });
    }
  }
}

function setRenders(board: FarmBoard, { renders, totals, stageSeconds, runningBatches }: FarmStats): void {
  for (const status of RENDER_STATUSES) board.set('framefarm_renders', renders[status] ?? 0, { status });
  for (const outcome of RENDER_STATUSES.filter(isTerminal)) {
    board.setTotal('framefarm_renders_total', totals[outcome] ?? 0, { outcome });
  }
  board.setTotal('framefarm_renders_accepted_total', totals.accepted ?? 0);
  for (const [name, count] of Object.entries(totals)) {
    const [, code] = /^error:(.+)$/.exec(name) ?? [];
    if (code !== undefined) board.setTotal('framefarm_render_errors_total', count, { code });
  }
  const stages = Object.entries(stageSeconds).map(([stage, counted]) => ({ ...counted, labels: { stage } }));
  board.setCounted('framefarm_stage_seconds', stages);
  board.set('framefarm_batches_running', runningBatches);
}

function setLine(board: FarmBoard, stats: FarmStats): void {
  board.set('framefarm_queue_length', stats.queuedRenders);
  board.set('framefarm_queue_head_age_seconds', stats.oldestWaitMs / 1000);
  board.set('framefarm_permits', stats.activeRenders);
  board.set('framefarm_permits_limit', stats.maxConcurrentRenders);
  board.set('framefarm_webhooks_owed', stats.owedDeliveries);
  board.set('framefarm_store_bytes', stats.storeBytes);
}

function setChunks(board: FarmBoard, { chunks, totals }: FarmStats): void {
  for (const [state, count] of Object.entries(chunks)) board.set('framefarm_chunks', count, { state });
  const reused = totals.reused ?? 0;
  board.setTotal('framefarm_chunks_total', reused, { kind: 'reused' });
  board.setTotal('framefarm_chunks_total', (totals.chunks ?? 0) - reused, { kind: 'captured' });
  board.setTotal('framefarm_chunk_retries_total', totals.retries ?? 0);
  board.setTotal('framefarm_frames_total', totals.frames ?? 0);
}

function setWorkers(board: FarmBoard, workers: readonly WorkerInfo[]): void {
  board.set('framefarm_workers', workers.length);
  const slots = { busy: 0, idle: 0, stopped: 0 };
  const memory: Record<string, number> = {};
  for (const { name, slots: all, work, draining, blocked, rssMb } of workers) {
    const busy = Math.min(all, work.filter(({ kind }) => kind === 'prepare' || kind === 'capture').length);
    slots.busy += busy;
    slots[draining || blocked !== null ? 'stopped' : 'idle'] += all - busy;
    memory[name] = (memory[name] ?? 0) + rssMb * 1_048_576;
  }
  for (const [state, count] of Object.entries(slots)) board.set('framefarm_slots', count, { state });
  for (const [worker, bytes] of Object.entries(memory)) board.set('framefarm_worker_memory_bytes', bytes, { worker });
}
