/** BullMQ as the farm uses it: one prefix, short locks, nothing kept that a step may need to add again (stack-notes 9). */
import { type ConnectionOptions, type Job, type JobsOptions, Queue, Worker, type WorkerOptions } from 'bullmq';
import { ANSWER_WITHIN_MS, connect, type RedisPlace, reconnect } from '../redis/connection.js';
import { hasMoved } from '../redis/unavailable.js';
import { KEY_PREFIX, QUEUES } from '../steps/payloads.js';

export type QueueName = keyof typeof QUEUES;

export interface QueuePlace {
  readonly redis: RedisPlace;
  readonly prefix?: string;
}

/** A lock that is not renewed for this long is lost, ms. */
const LOCK_MS = 10_000;
const STALL_CHECK_MS = 5_000;
/** Losses are counted by our own rows of steps; BullMQ must not give a job up by itself. */
const NEVER_GIVEN_UP = 1_000_000;
/** Jobs go when they end: an id that is still there could not be added again. */
const FORGOTTEN: JobsOptions = { removeOnComplete: true, removeOnFail: true, attempts: 1 };

export type Processor<T> = (job: Job<T>, token?: string, signal?: AbortSignal) => Promise<unknown>;

/** BullMQ adds host and port to what it is given, which a path must not have beside it in a URL. */
const urlOptions = (url: string): object => (url.startsWith('/') ? { path: url } : { url });

/** A queue with the connection that it owns. */
export interface OpenQueue<T> {
  readonly queue: Queue<T>;
  close(): Promise<void>;
}

/**
 * For adding and scheduling jobs: a call waits 2 s for Redis, then fails. One that failed may still be carried out later; ids of
 * jobs are made of what they do, so that this does no harm. Opened without a Redis, it works once there is one.
 */
export function openQueue<T>(name: QueueName, place: QueuePlace): OpenQueue<T> {
  const connection = connect(place.redis, {
    connectTimeout: ANSWER_WITHIN_MS,
    commandTimeout: ANSWER_WITHIN_MS,
    maxRetriesPerRequest: null,
    retryStrategy: reconnect,
  });
  const queue = new Queue<T>(QUEUES[name], {
    connection,
    prefix: place.prefix ?? KEY_PREFIX,
    skipWaitingForReady: true,
    // Its question at the start is asked once and for all: without an answer the queue would never work.
    skipVersionCheck: true,
    defaultJobOptions: FORGOTTEN,
  });
  queue.on('error', () => {});
  return {
    queue,
    close: async () => {
      await queue.close();
      connection.disconnect();
    },
  };
}

/**
 * How a worker of a queue is opened, whoever opens it. Its processor must declare three parameters without defaults: BullMQ
 * looks at its `length` before it hands out the signal that cancels (stack-notes 5).
 */
export function workerOptions(place: QueuePlace): WorkerOptions {
  const at = typeof place.redis === 'string' ? urlOptions(place.redis) : place.redis;
  // BullMQ's own pauses grow to 20 s, for which a worker would do nothing after Redis is back.
  const connection = { ...at, maxRetriesPerRequest: null, retryStrategy: reconnect, reconnectOnError: hasMoved };
  return {
    connection: connection as ConnectionOptions,
    prefix: place.prefix ?? KEY_PREFIX,
    lockDuration: LOCK_MS,
    stalledInterval: STALL_CHECK_MS,
    maxStalledCount: NEVER_GIVEN_UP,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  };
}

/** A worker of a queue outside of any framework. @throws TypeError for a processor that could not be cancelled. */
export function openWorker<T>(
  name: QueueName,
  place: QueuePlace,
  process: Processor<T>,
  options: Pick<WorkerOptions, 'concurrency' | 'autorun' | 'name'> = {},
): Worker<T> {
  if (process.length < 3) throw new TypeError('a processor takes job, token and signal');
  const worker = new Worker<T>(QUEUES[name], process, { ...options, ...workerOptions(place) });
  worker.on('error', () => {});
  return worker;
}
