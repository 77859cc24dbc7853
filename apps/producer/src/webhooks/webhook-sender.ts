/** Deliveries on their way: from the farm's outbox into the queue, and from there to their receivers (http-api 3.8). */
import { readRetryAfter } from '@framefarm/contract';
import { type Farm, type OpenQueue, offerAgain, openQueue, openWorker } from '@framefarm/farm';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Job, Worker } from 'bullmq';
import { CONFIG, type ProducerConfig } from '../config/producer-config.js';
import { KEYS, type Keys } from '../keys/key-file.js';
import { LOG, type Log } from '../log.js';
import { FARM } from '../tokens.js';
import { type Delivery, type DeliveryAttempt, withAttempt } from './delivery.js';
import { DeliveryLog } from './delivery-log.js';
import { postWebhook } from './post-webhook.js';
import { ReceiverTurns } from './receiver-turns.js';
import { nextPause } from './retry-schedule.js';
import { signedHeaders } from './signature.js';
import { deliveryOf } from './webhook-body.js';

/** Deliveries at once. */
const AT_ONCE = 20;
const TAKEN_AT_ONCE = 100;
/** A delivery that waits for a turn of its receiver is called up when there is one, or asks again after this long, ms. */
const TURN_WITHIN_MS = 10_000;
/** The outbox is looked at on every change of the farm, and this often anyway, ms. */
const POLL_MS = 1_000;

/** For faults of ours, such as a Redis that is away; what a receiver answers has its own schedule. */
const AGAIN = { attempts: 1_000, backoff: { type: 'fixed', delay: 5_000 } };

interface DeliveryJob {
  readonly id: string;
  /** Somebody asked for it by its id. */
  readonly asked?: true;
}

@Injectable()
export class WebhookSender implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #queue: OpenQueue<DeliveryJob> | null = null;
  #worker: Worker<DeliveryJob> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #unwatch: () => void = () => undefined;
  #relaying: Promise<void> | null = null;
  readonly #turns = new ReceiverTurns();
  /** Tries by result, for the metrics. */
  readonly results = { delivered: 0, retried: 0, failed: 0, stopped: 0 };

  constructor(
    @Inject(FARM) private readonly farm: Farm,
    @Inject(CONFIG) private readonly config: ProducerConfig,
    @Inject(KEYS) private readonly keys: Keys,
    @Inject(LOG) private readonly log: Log,
    private readonly deliveries: DeliveryLog,
  ) {}

  onApplicationBootstrap(): void {
    const place = { redis: this.config.redisUrl };
    this.#queue = openQueue<DeliveryJob>('webhooks', place);
    const process = (job: Job<DeliveryJob>, token?: string, _signal?: AbortSignal) => this.#deliver(job, token);
    this.#worker = openWorker<DeliveryJob>('webhooks', place, process, { concurrency: AT_ONCE });
    this.#unwatch = this.farm.events.watchFarm(() => this.#relaySoon());
    this.#timer = setInterval(() => this.#relaySoon(), POLL_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#unwatch();
    await this.#relaying;
    await this.#worker?.close();
    await this.#queue?.close();
  }

  /** Sends a delivery once more, with its own id and body, also to a receiver that wanted nothing more: whoever asks knows better. */
  async redeliver(delivery: Delivery): Promise<void> {
    await this.deliveries.write({ ...delivery, status: 'pending' });
    await this.#queue?.queue.add(
      'deliver',
      { id: delivery.id, asked: true },
      { ...AGAIN, jobId: `${delivery.id}-again-${Date.now()}` },
    );
  }

  #relaySoon(): void {
    this.#relaying ??= this.#relay()
      .catch((error: Error) => this.log.warn({ reason: error.message }, 'webhooks wait for Redis'))
      .finally(() => {
        this.#relaying = null;
      });
  }

  /** Log and job first, then the outbox: a crash between them sends twice with one id, never not at all. */
  async #relay(): Promise<void> {
    for (;;) {
      const owed = await this.farm.outbox.take(TAKEN_AT_ONCE);
      for (const entry of owed) {
        const delivery = deliveryOf(entry);
        if (delivery === null) continue;
        if ((await this.deliveries.read(delivery.id)) === null) await this.deliveries.add(delivery);
        await this.#queue?.queue.add('deliver', { id: delivery.id }, { ...AGAIN, jobId: delivery.id });
      }
      await this.farm.outbox.done(owed.map(({ place }) => place));
      if (owed.length < TAKEN_AT_ONCE) return;
    }
  }

  async #deliver(job: Job<DeliveryJob>, token: string | undefined): Promise<void> {
    const delivery = await this.deliveries.read(job.data.id);
    if (delivery === null || delivery.status !== 'pending') return;
    const isAsked = job.data.asked === true;
    if (!isAsked && (await this.deliveries.isStopped(delivery))) return this.#end(delivery, 'stopped');
    const { origin } = new URL(delivery.url);
    if (!this.#turns.take(origin, job.id ?? delivery.id)) return offerAgain(job, token, TURN_WITHIN_MS);
    try {
      await this.#try(delivery, job, token);
    } finally {
      const next = this.#turns.leave(origin);
      if (next !== undefined) void this.#callUp(next);
    }
  }

  async #try(delivery: Delivery, job: Job<DeliveryJob>, token: string | undefined): Promise<void> {
    const begun = Date.now();
    const secrets = await this.keys.webhookSecrets(delivery.owner);
    if (secrets.length === 0) return this.#end(unsigned(delivery, begun), 'failed');
    const parts = { id: delivery.id, timestamp: Math.floor(begun / 1000), body: delivery.body };
    const headers = signedHeaders(parts, secrets);
    const { url, body } = delivery;
    const { networkAllow: allow, webhookTryMs: withinMs } = this.config;
    const { status, excerpt, retryAfter } = await postWebhook({ url, headers, body, allow, withinMs });
    const attempt: DeliveryAttempt = { at: new Date(begun).toISOString(), status, ms: Date.now() - begun, excerpt };
    const tried = withAttempt(delivery, attempt);
    this.log.info({ webhookId: delivery.id, status, ms: attempt.ms }, 'webhook was tried');
    if (status !== null && status >= 200 && status < 300) {
      await this.deliveries.succeeded(tried);
      if (job.data.asked === true) await this.deliveries.resume(tried);
      return this.#end(tried, 'delivered');
    }
    if (status === 410) {
      await this.deliveries.stop(tried);
      return this.#end(tried, 'stopped');
    }
    if (await this.deliveries.failed(tried)) {
      await this.deliveries.stop(tried);
      return this.#end(tried, 'stopped');
    }
    const pause = nextPause(tried.attempts.length, readRetryAfter(retryAfter, Date.now()), Math.random());
    if (pause === null) return this.#end(tried, 'failed');
    this.results.retried += 1;
    await this.deliveries.write(tried);
    return offerAgain(job, token, pause);
  }

  /** A job that is no longer put back, or not yet, comes by itself. */
  async #callUp(jobId: string): Promise<void> {
    const job = await this.#queue?.queue.getJob(jobId).catch(() => undefined);
    await job?.promote().catch(() => undefined);
  }

  async #end(delivery: Delivery, status: 'delivered' | 'failed' | 'stopped'): Promise<void> {
    this.results[status] += 1;
    await this.deliveries.write({ ...delivery, status });
  }
}

/** Without a secret nobody could tell whose word it is: what cannot be signed is not sent, now or later by itself. */
function unsigned(delivery: Delivery, at: number): Delivery {
  const excerpt = 'not sent: the API key of its owner is gone, or has no webhook secret any more';
  return withAttempt(delivery, { at: new Date(at).toISOString(), status: null, ms: 0, excerpt });
}
