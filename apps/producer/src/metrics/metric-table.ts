/** The metrics of a producer. Those of the whole farm come from Redis, so that every producer tells the same. */
import { STAGE_SECONDS } from '@framefarm/farm';
import type { MetricTable } from '@framefarm/telemetry';

/** What every producer tells alike. */
export const FARM_METRICS = {
  framefarm_renders: {
    type: 'gauge',
    unit: 'renders',
    labels: ['status'],
    help: 'Renders whose records are kept, by status.',
  },
  framefarm_renders_total: {
    type: 'counter',
    unit: 'renders',
    labels: ['outcome'],
    help: 'Renders that ended: completed, failed, cancelled.',
  },
  framefarm_renders_accepted_total: { type: 'counter', unit: 'renders', help: 'Renders that were put into the line.' },
  framefarm_render_errors_total: {
    type: 'counter',
    unit: 'renders',
    labels: ['code'],
    help: 'Failed renders, by error code.',
  },
  framefarm_stage_seconds: {
    type: 'histogram',
    unit: 'seconds',
    labels: ['stage'],
    buckets: STAGE_SECONDS,
    help: 'Time of completed renders in each stage, added up over its steps; stage queue is the wait for a permit.',
  },
  framefarm_queue_length: { type: 'gauge', unit: 'renders', help: 'Renders that wait for a permit.' },
  framefarm_queue_head_age_seconds: {
    type: 'gauge',
    unit: 'seconds',
    help: 'How long the head of the line has waited; 0 when nobody waits.',
  },
  framefarm_permits: { type: 'gauge', unit: 'renders', help: 'Renders in flight.' },
  framefarm_permits_limit: { type: 'gauge', unit: 'renders', help: 'Most renders in flight at once.' },
  framefarm_chunks: {
    type: 'gauge',
    unit: 'chunks',
    labels: ['state'],
    help: 'Chunks of the renders in flight, by state. Pending and claimed ones over all slots say how many workers are wanted.',
  },
  framefarm_chunks_total: {
    type: 'counter',
    unit: 'chunks',
    labels: ['kind'],
    help: 'Chunks committed: captured, or reused from an earlier render without work.',
  },
  framefarm_chunk_retries_total: {
    type: 'counter',
    unit: 'captures',
    help: 'Captures of chunks that were begun once more.',
  },
  framefarm_frames_total: {
    type: 'counter',
    unit: 'frames',
    help: 'Frames of captured chunks; its rate is the speed of the farm.',
  },
  framefarm_workers: { type: 'gauge', unit: 'workers', help: 'Workers that reported within ten seconds.' },
  framefarm_slots: {
    type: 'gauge',
    unit: 'chunks',
    labels: ['state'],
    help: 'Chunks that all workers can capture at once, by what the slot does: busy, idle, or stopped (draining, blocked).',
  },
  framefarm_worker_memory_bytes: {
    type: 'gauge',
    unit: 'bytes',
    labels: ['worker'],
    help: 'Resident memory of a worker and its lanes.',
  },
  framefarm_batches_running: { type: 'gauge', unit: 'batches', help: 'Batches that are not ended.' },
  framefarm_webhooks_owed: { type: 'gauge', unit: 'deliveries', help: 'Deliveries that are not in the queue yet.' },
  framefarm_store_bytes: {
    type: 'gauge',
    unit: 'bytes',
    help: 'What the store holds, as counted when it was last cleaned.',
  },
} as const satisfies MetricTable;

/** What one producer tells of itself. */
export const PRODUCER_METRICS = {
  framefarm_producer_event_readers: { type: 'gauge', unit: 'streams', help: 'Open event streams.' },
  framefarm_producer_webhook_tries_total: {
    type: 'counter',
    unit: 'tries',
    labels: ['result'],
    help: 'Tries to deliver webhooks: delivered, retried, failed, stopped.',
  },
  framefarm_producer_http_seconds: {
    type: 'histogram',
    unit: 'seconds',
    labels: ['method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    help: 'Time of answers until their last byte, without event streams; status is the class, such as 2xx.',
  },
  framefarm_producer_redis_up: {
    type: 'gauge',
    unit: '0 or 1',
    help: 'Whether Redis answered this scrape; at 0 the metrics of the farm are left out.',
  },
  framefarm_producer_memory_bytes: { type: 'gauge', unit: 'bytes', help: 'Resident memory of the producer.' },
} as const satisfies MetricTable;
