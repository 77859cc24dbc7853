/** What every part of the farm works with: a connection, the names of keys, and scripts. */
import type { Redis } from 'ioredis';
import type { Script } from '../lua/script.js';
import { ANSWER_WITHIN_MS, ask } from './connection.js';
import { type Keys, keysBelow } from './keys.js';
import { queueUnavailable } from './unavailable.js';

/** Time for the answer to a script that ran at the last moment, ms. */
const WAY_BACK_MS = 500;

export type Flat = readonly string[];

export class Room {
  readonly keys: Keys;

  constructor(
    private readonly redis: Redis,
    prefix: string,
  ) {
    this.keys = keysBelow(prefix);
  }

  /** Commands that need no script. @throws FramefarmError `QUEUE_UNAVAILABLE` within 2 s. */
  ask<T>(command: (redis: Redis) => Promise<T>): Promise<T> {
    return ask(this.redis, command);
  }

  /** Runs a script by its hash, and sends it where Redis does not know it yet. */
  run<T>(script: Script, args: object): Promise<T> {
    return this.ask((redis) => this.#run<T>(redis, script, args));
  }

  /**
   * As `run`, for what a client is told to have failed when there is no answer: a Redis that was frozen meanwhile refuses it
   * when it wakes up. Costs a look at the clock of Redis.
   */
  runInTime<T>(script: Script, args: object): Promise<T> {
    const began = performance.now();
    return this.ask(async (redis) => {
      const [seconds, microseconds] = await redis.time();
      const leftMs = ANSWER_WITHIN_MS - WAY_BACK_MS - (performance.now() - began);
      const latest = Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000 + leftMs);
      const answer = leftMs < 0 ? 'late' : await this.#run<T | 'late'>(redis, script, { ...args, latest });
      if (answer === 'late') throw queueUnavailable('Redis took too long to answer');
      return answer;
    });
  }

  async #run<T>(redis: Redis, script: Script, args: object): Promise<T> {
    const json = JSON.stringify(args);
    try {
      return (await redis.evalsha(script.sha, 1, this.keys.prefix, json)) as T;
    } catch (thrown) {
      if (!(thrown instanceof Error && thrown.message.startsWith('NOSCRIPT'))) throw thrown;
      return (await redis.eval(script.source, 1, this.keys.prefix, json)) as T;
    }
  }
}
