/** What a farm on one machine needs beside producer and worker: a store, and a Redis unless one is given (issue 4). */
import type { DataDirectory } from './data-directory.js';
import type { Starting } from './run-service.js';

/** Where the farm's parts find each other, as flags of their settings. */
export interface FarmPlaces {
  readonly redisUrl: string | undefined;
  readonly store: string | undefined;
}

/** Starts a private Redis when neither flag nor `REDIS_URL` names one, and says what is used. */
export async function startPlaces(
  { streams, add }: Starting,
  data: DataDirectory,
  env: NodeJS.ProcessEnv,
): Promise<FarmPlaces> {
  const isGiven = (name: string): boolean => (env[name] ?? '') !== '';
  const store = ['FRAMEFARM_STORE', 'FRAMEFARM_OUTPUT_ROOT', 'PRODUCER_RENDERS_DIR'].some(isGiven)
    ? undefined
    : data.store;
  if (isGiven('REDIS_URL')) {
    streams.result('Redis: the one of REDIS_URL');
    return { redisUrl: undefined, store };
  }
  const { findRedis, startRedis } = await import('@framefarm/farm/private-redis');
  const redis = await startRedis(await findRedis(env), data.redis);
  add({ end: () => redis.end(), lost: redis.lost });
  streams.result(`Redis: ${redis.version}, private, at ${redis.url}`);
  return { redisUrl: redis.url, store };
}
