/** Opens the farm's shared truth in Redis. */
import type { Farm } from './api/farm.js';
import { RedisBatches } from './batches/redis-batches.js';
import { RedisCompositions } from './compositions/redis-compositions.js';
import { RedisEventLog } from './events/event-log.js';
import { Watchers } from './events/watchers.js';
import { RedisLine } from './line/redis-line.js';
import { RedisOutbox } from './outbox/redis-outbox.js';
import { RedisRenderRecords } from './records/render-records.js';
import { RedisRunView } from './records/run-view.js';
import { openCommands, openSubscriber, type RedisPlace } from './redis/connection.js';
import { Room } from './redis/room.js';
import { RedisRetention } from './retention/redis-retention.js';
import { readStats } from './stats/read-stats.js';
import { KEY_PREFIX } from './steps/payloads.js';
import { RedisChunks } from './steps/redis-chunks.js';
import { RedisSteps } from './steps/redis-steps.js';
import { RedisWorkers } from './workers/redis-workers.js';

/** How long the key of a check is there, ms. */
const CHECK_KEPT_MS = 1_000;

export interface FarmPlace {
  readonly redis: RedisPlace;
  /** Before every key, one hash tag; another one keeps farms apart on one Redis. */
  readonly prefix?: string;
}

/** Connects in the background: calls wait up to 2 s for Redis, then fail with `QUEUE_UNAVAILABLE`. */
export function openFarm({ redis, prefix = KEY_PREFIX }: FarmPlace): Farm {
  const commands = openCommands(redis);
  const subscriber = openSubscriber(redis);
  const room = new Room(commands, prefix);
  const watchers = new Watchers(subscriber, room.keys.channel);
  return {
    renders: new RedisRenderRecords(room),
    line: new RedisLine(room),
    chunks: new RedisChunks(room),
    steps: new RedisSteps(room),
    events: new RedisEventLog(room, watchers),
    batches: new RedisBatches(room),
    compositions: new RedisCompositions(room),
    workers: new RedisWorkers(room),
    outbox: new RedisOutbox(room),
    retention: new RedisRetention(room),
    view: (id) => new RedisRunView(room, id),
    stats: () => readStats(room),
    time: async () => {
      const [seconds, micros] = await room.ask((connection) => connection.time());
      return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000);
    },
    ping: async () => {
      await room.ask(async (connection) => {
        await connection.ping();
        const { db = 0 } = connection.options;
        // A connection that cannot have its database goes on with the first one without a word.
        if (db !== 0) await connection.select(db);
      });
    },
    check: async () => {
      await room.ask((connection) => connection.set(room.keys.check, '', 'PX', CHECK_KEPT_MS));
    },
    close: async () => {
      watchers.close();
      commands.disconnect();
      subscriber.disconnect();
    },
  };
}
