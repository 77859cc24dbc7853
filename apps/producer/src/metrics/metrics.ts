/** The farm in numbers for Prometheus (http-api 4.5): read from Redis at each scrape, so any producer tells the same. */
import { type Farm, type FarmStats, isTerminal, RENDER_STATUSES } from '@framefarm/farm';
import { Inject, Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { EventStreams } from '../events/event-streams.js';
import { FARM } from '../tokens.js';
import { WebhookSender } from '../webhooks/webhook-sender.js';

const GAUGES = {
  framefarm_renders: ['Renders that are kept, by status.', 'status'],
  framefarm_renders_total: ['Renders since the farm began, by outcome.', 'outcome'],
  framefarm_render_errors_total: ['Failed renders since the farm began, by error code.', 'code'],
  framefarm_queue_length: ['Renders that wait for a permit.', null],
  framefarm_queue_head_age_seconds: ['How long the head of the line has waited.', null],
  framefarm_permits: ['Renders in flight.', null],
  framefarm_permits_limit: ['Most renders in flight.', null],
  framefarm_chunks: ['Chunks of the renders in flight, by state.', 'state'],
  framefarm_chunks_total: ['Chunks since the farm began, by kind.', 'kind'],
  framefarm_frames_total: ['Frames captured since the farm began.', null],
  framefarm_workers: ['Workers that report.', null],
  framefarm_worker_slots: ['Chunks that the workers can capture at once.', null],
  framefarm_worker_rss_bytes: ['Memory of a worker and its lanes.', 'worker'],
  framefarm_batches_running: ['Batches that are not ended.', null],
  framefarm_event_readers: ['Open event streams of this producer.', null],
  framefarm_webhooks_owed: ['Deliveries that are not in the queue yet.', null],
  framefarm_webhook_tries_total: ['Tries of this producer, by result.', 'result'],
} as const satisfies Record<string, readonly [help: string, label: string | null]>;

type Name = keyof typeof GAUGES;

@Injectable()
export class Metrics {
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;

  constructor(
    @Inject(FARM) private readonly farm: Farm,
    private readonly streams: EventStreams,
    private readonly webhooks: WebhookSender,
  ) {}

  /** The text of a scrape. @throws FramefarmError QUEUE_UNAVAILABLE */
  async text(): Promise<string> {
    const [stats, workers] = await Promise.all([this.farm.stats(), this.farm.workers.list()]);
    const registry = new Registry();
    const gauges = new Map<Name, Gauge>();
    for (const [name, [help, label]] of Object.entries(GAUGES)) {
      const labelNames = label === null ? [] : [label];
      gauges.set(name as Name, new Gauge({ name, help, labelNames, registers: [registry] }));
    }
    const set = (name: Name, value: number, label?: string): void => {
      const [, labelName] = GAUGES[name];
      if (labelName === null || label === undefined) gauges.get(name)?.set(value);
      else gauges.get(name)?.set({ [labelName]: label }, value);
    };
    setStats(stats, set);
    set(
      'framefarm_worker_slots',
      workers.reduce((sum, { slots }) => sum + slots, 0),
    );
    for (const { name, rssMb } of workers) set('framefarm_worker_rss_bytes', rssMb * 1024 * 1024, name);
    set('framefarm_event_readers', this.streams.count);
    for (const [result, count] of Object.entries(this.webhooks.results)) {
      set('framefarm_webhook_tries_total', count, result);
    }
    return registry.metrics();
  }
}

function setStats(stats: FarmStats, set: (name: Name, value: number, label?: string) => void): void {
  for (const status of RENDER_STATUSES) set('framefarm_renders', stats.renders[status] ?? 0, status);
  for (const status of RENDER_STATUSES.filter(isTerminal)) {
    set('framefarm_renders_total', stats.totals[status] ?? 0, status);
  }
  for (const [name, count] of Object.entries(stats.totals)) {
    if (name.startsWith('error:')) set('framefarm_render_errors_total', count, name.slice('error:'.length));
  }
  set('framefarm_queue_length', stats.queuedRenders);
  set('framefarm_queue_head_age_seconds', stats.oldestWaitMs / 1000);
  set('framefarm_permits', stats.activeRenders);
  set('framefarm_permits_limit', stats.maxConcurrentRenders);
  for (const [state, count] of Object.entries(stats.chunks)) set('framefarm_chunks', count, state);
  for (const kind of ['chunks', 'reused', 'retries']) set('framefarm_chunks_total', stats.totals[kind] ?? 0, kind);
  set('framefarm_frames_total', stats.totals.frames ?? 0);
  set('framefarm_workers', stats.workers);
  set('framefarm_batches_running', stats.runningBatches);
  set('framefarm_webhooks_owed', stats.owedDeliveries);
}
