/** Starting and ending one producer. */
import 'reflect-metadata';
import { isIPv6 } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { FramefarmError } from '@framefarm/contract';
import { openFarm, requireRedis } from '@framefarm/farm';
import { openStore, requireStore } from '@framefarm/storage';
import { type Log, MetricBoard, openLog, openTracing } from '@framefarm/telemetry';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type ProducerConfig, SHUTDOWN_DEADLINE_MS } from './config/producer-config.js';
import { HealthController } from './health/health.controller.js';
import {
  type HealthAnswer,
  type HealthListener,
  type HealthQuestion,
  startHealthListener,
} from './health/health-listener.js';
import { openAdapter } from './http/fastify-adapter.js';
import type { KnownRoute } from './http/problems/allowed-methods.js';
import { openKeys } from './keys/key-file.js';
import { PRODUCER_METRICS } from './metrics/metric-table.js';
import { Metrics } from './metrics/metrics.js';
import type { OwnMetrics } from './metrics/own-metrics.js';
import type { DocumentSource } from './openapi/docs.controller.js';
import { openApiDocument } from './openapi/document.js';
import { keepLimits } from './operation/kept-limits.js';
import { producerModule } from './producer.module.js';
import { SharedState } from './state/shared-state.js';
import { within } from './within.js';

/** Longest that a producer waits for a look at its store before it goes on, ms. */
const STORE_LOOK_MS = 1_000;

export interface RunningProducer {
  /** Base URL of the API, without a slash at its end. */
  readonly url: string;
  /** Base URL of the health thread; null where it is turned off. */
  readonly healthUrl: string | null;
  /** Drains and ends within 30 s; a second call waits for the first. */
  close(): Promise<void>;
}

/**
 * Starts a producer and resolves when it takes requests.
 * @throws FramefarmError VALIDATION_FAILED, QUEUE_UNAVAILABLE, STORE_UNAVAILABLE or DISK_FULL, naming the setting.
 */
export async function startProducer(config: ProducerConfig): Promise<RunningProducer> {
  const log = openLog(config.logLevel, { program: 'producer' });
  const tracing = await openTracing('producer');
  const own: OwnMetrics = new MetricBoard(PRODUCER_METRICS);
  const closers: (() => Promise<unknown>)[] = [() => tracing.close()];
  const closeAll = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close().catch((error: Error) => log.error(error.message));
  };
  try {
    const store = await openStore(config.store, { env: process.env });
    closers.push(() => store.close());
    // A store that is away for a while makes a producer unready (/readyz) and does not end it; one that is silent is not waited for.
    const looked = requireStore(config.store, () => store.check()).catch(({ message, hint }: FramefarmError) =>
      log.error({ hint }, message),
    );
    await Promise.race([looked, pause(STORE_LOOK_MS, null, { ref: false })]);
    const farm = openFarm({ redis: config.redisUrl });
    closers.push(() => farm.close());
    const state = SharedState.open(config.redisUrl);
    closers.push(() => state.close());
    await requireRedis(config.redisUrl, () => Promise.all([farm.ping(), state.ready()]));
    const keys = await openKeys(config.apiKeysFile, log, async (all) => {
      for (const { owner, limits } of all) await farm.line.setOwnerPermits(owner, limits.permits ?? null);
    });
    await keepLimits({ farm, state, keys, log }, config.maxConcurrentRenders);
    const routes: KnownRoute[] = [];
    const document: DocumentSource = { current: null };
    const parts = { config, farm, store, state, keys, log, tracing, own, routes, document };
    const adapter = openAdapter(config, routes, { log, tracing, metrics: own }, keys);
    const app = await NestFactory.create<NestFastifyApplication>(producerModule(parts), adapter, {
      logger: false,
      bodyParser: false,
      forceCloseConnections: true,
      abortOnError: false,
    });
    if (config.corsOrigins.length > 0) app.enableCors({ origin: [...config.corsOrigins] });
    document.current = openApiDocument(app);
    let health: HealthListener | null = null;
    // It outlives the application, and says that this producer drains as long as anything of it runs.
    closers.push(async () => health?.close());
    closers.push(() => within(app.close(), SHUTDOWN_DEADLINE_MS));
    await listen(app, config);
    const url = await app.getUrl();
    health = config.disableHealthWorker ? null : await openHealth(app, config, log);
    log.info({ url, health: health?.url ?? null, store: store.location }, 'the producer takes requests');
    let closing: Promise<void> | null = null;
    const close = (): Promise<void> => {
      if (closing === null) {
        log.info('the producer drains');
        closing = closeAll();
      }
      return closing;
    };
    return { url: url.replace(/\/$/, ''), healthUrl: health?.url ?? null, close };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function listen(app: NestFastifyApplication, { host, port }: ProducerConfig): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    const message = `PRODUCER_PORT ${port}: another program listens on ${isIPv6(host) ? `[${host}]` : host}:${port}`;
    throw new FramefarmError('VALIDATION_FAILED', message, {
      hint: 'Choose another port with --port; 0 takes a free one.',
    });
  }
}

function openHealth(
  app: NestFastifyApplication,
  { host, healthPort }: ProducerConfig,
  log: Log,
): Promise<HealthListener> {
  const controller = app.get(HealthController);
  const metrics = app.get(Metrics);
  const answer = async (path: HealthQuestion['path']): Promise<Omit<HealthAnswer, 'id'>> => {
    if (path === '/metrics') {
      const body = await metrics.text().catch(() => null);
      return { status: body === null ? 503 : 200, type: metrics.contentType, body: body ?? '' };
    }
    const readiness = await controller.readiness();
    const status = readiness.status === 'ok' ? 200 : 503;
    return { status, type: 'application/json', body: JSON.stringify(readiness) };
  };
  return startHealthListener(host, healthPort, answer, log);
}
