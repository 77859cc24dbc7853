/** Connections to Redis. Commands of ours fail within two seconds instead of hanging (http-api 4.4). */
import { Redis, type RedisOptions } from 'ioredis';
import { hasMoved, isUnavailable, queueUnavailable } from './unavailable.js';

/** Where Redis is: a URL (`redis://…`, `rediss://…`), or options of ioredis such as `path` for a socket. */
export type RedisPlace = string | RedisOptions;

export const ANSWER_WITHIN_MS = 2_000;

/** Pause before the connection is tried again, ms: after a long outage no longer than after a short one. */
export const reconnect = (times: number): number => Math.min(50 * 2 ** Math.min(times, 5), 1_000);

/** Why a connection does not stand, as it was last told. */
const faults = new WeakMap<Redis, Error>();

/** A connection whose failures are told by the calls that meet them. */
export function connect(place: RedisPlace, given: RedisOptions): Redis {
  const options = { reconnectOnError: hasMoved, ...given };
  const redis = typeof place === 'string' ? new Redis(place, options) : new Redis({ ...place, ...options });
  // Without a listener a lost connection would end the process.
  redis.on('error', (fault: Error) => faults.set(redis, fault));
  redis.on('ready', () => faults.delete(redis));
  // Every call that meets a gap waits for the same event.
  redis.setMaxListeners(0);
  return redis;
}

/** For commands: nothing waits in a queue of its own, nothing is sent twice. */
export function openCommands(place: RedisPlace): Redis {
  return connect(place, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: null,
    connectTimeout: ANSWER_WITHIN_MS,
    retryStrategy: reconnect,
  });
}

/** For subscriptions, which are made again after a reconnect. */
export function openSubscriber(place: RedisPlace): Redis {
  return connect(place, { maxRetriesPerRequest: null, connectTimeout: ANSWER_WITHIN_MS, retryStrategy: reconnect });
}

async function ready(redis: Redis, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      redis.off('ready', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    redis.on('ready', done);
    signal.addEventListener('abort', done);
  });
}

/**
 * Runs `command` once there is a connection. A short gap is waited for; a command is never left to run later than its caller
 * believes.
 * @throws FramefarmError `QUEUE_UNAVAILABLE` within `ANSWER_WITHIN_MS`.
 */
export async function ask<T>(redis: Redis, command: (redis: Redis) => Promise<T>): Promise<T> {
  if (redis.status === 'end') throw queueUnavailable('the connection to Redis is closed');
  // A signal for each of thousands of commands a second would be most of their cost.
  const deadline = redis.status === 'ready' ? null : new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      deadline?.abort();
      reject(queueUnavailable(`Redis did not answer within ${ANSWER_WITHIN_MS / 1000} s`, faults.get(redis)));
    }, ANSWER_WITHIN_MS);
  });
  const work = (async () => {
    if (deadline !== null) {
      await ready(redis, deadline.signal);
      deadline.signal.throwIfAborted();
    }
    return command(redis);
  })();
  // When the deadline was first, what the command says later is of no use.
  work.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } catch (thrown) {
    if (isUnavailable(thrown)) throw queueUnavailable('Redis cannot be used now', thrown);
    throw thrown;
  } finally {
    clearTimeout(timer);
  }
}
