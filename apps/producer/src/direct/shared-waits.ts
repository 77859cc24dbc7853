/**
 * Who waits for a render that several direct calls share by their Idempotency-Key, over all producers of the farm: the render
 * is given up with the last of them (http-api 2, 4.2).
 */
import { randomUUID } from 'node:crypto';
import { type IdempotencyClaim, KEY_PREFIX } from '@framefarm/farm';
import { Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { fingerprint } from '../idempotency/idempotency-key.js';
import { SharedState } from '../state/shared-state.js';

/** Whoever says nothing for so long waits no more, ms: its producer is gone. */
const SILENT_MS = 60_000;
/** How often a client that waits says so, ms. */
const SAID_EVERY_MS = 15_000;

/** One client that waits. */
export interface Wait {
  /** Tells which render it is for, once that is known. */
  isFor(renderId: string): Promise<void>;
  /** Ends it; the render that nobody waits for now, null while others do or where there is none yet. */
  end(): Promise<string | null>;
  /** Says no more that the client waits: its producer stops, and the client may come back elsewhere soon. */
  fade(): void;
}

@Injectable()
export class SharedWaits {
  constructor(private readonly state: SharedState) {}

  /** Begins before the render is known, so that nobody gives it up in between. */
  async begin(claim: IdempotencyClaim | undefined): Promise<Wait> {
    if (claim === undefined) return soleWait();
    const wait = new SharedWait(this.state, `${KEY_PREFIX}:http:waits:${fingerprint(claim)}`);
    await wait.say();
    return wait;
  }
}

/** Of a render that nobody else can know. */
function soleWait(): Wait {
  let render: string | null = null;
  return {
    isFor: async (renderId) => {
      render = renderId;
    },
    end: async () => render,
    fade: () => undefined,
  };
}

/** By the clock of Redis, ms: those of two producers may differ by more than a client is silent. */
async function timeOf(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.time();
  return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
}

class SharedWait implements Wait {
  readonly #id = randomUUID();
  readonly #timer: NodeJS.Timeout;

  constructor(
    private readonly state: SharedState,
    private readonly key: string,
  ) {
    // What is missed while Redis is away is said the next time.
    this.#timer = setInterval(() => void this.say().catch(() => undefined), SAID_EVERY_MS);
  }

  async say(): Promise<void> {
    await this.state.ask(async (redis) =>
      redis
        .multi()
        .zadd(this.key, (await timeOf(redis)) + SILENT_MS, this.#id)
        .pexpire(this.key, SILENT_MS)
        .pexpire(this.#renderKey, SILENT_MS)
        .exec(),
    );
  }

  async isFor(renderId: string): Promise<void> {
    await this.state.ask((redis) => redis.set(this.#renderKey, renderId, 'PX', SILENT_MS));
  }

  async end(): Promise<string | null> {
    this.fade();
    return this.state.ask(async (redis) => {
      const answers = await redis
        .multi()
        .zrem(this.key, this.#id)
        .zremrangebyscore(this.key, '-inf', await timeOf(redis))
        .zcard(this.key)
        .get(this.#renderKey)
        .exec();
      const [others, render] = [answers?.[2]?.[1], answers?.[3]?.[1]];
      return others === 0 && typeof render === 'string' ? render : null;
    });
  }

  fade(): void {
    clearInterval(this.#timer);
  }

  get #renderKey(): string {
    return `${this.key}:render`;
  }
}
