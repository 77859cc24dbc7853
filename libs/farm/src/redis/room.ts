/** What every part of the farm works with: a connection, the names of keys, and scripts. */
import type { Redis } from 'ioredis';
import type { Script } from '../lua/script.js';
import { ask } from './connection.js';
import { type Keys, keysBelow } from './keys.js';

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
    const json = JSON.stringify(args);
    return this.ask(async (redis) => {
      try {
        return (await redis.evalsha(script.sha, 1, this.keys.prefix, json)) as T;
      } catch (thrown) {
        if (!(thrown instanceof Error && thrown.message.startsWith('NOSCRIPT'))) throw thrown;
        return (await redis.eval(script.source, 1, this.keys.prefix, json)) as T;
      }
    });
  }
}
