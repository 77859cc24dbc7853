/**
 * What producers share beside the records of the farm: tokens of outputs, counts of requests, the secret of cursors and
 * answers kept for repeats. All of it may be lost without harm to a render. A Redis 6.2 knows all commands of it: there `EXPIRE`
 * takes no `NX`, and `SET` takes `NX` or `GET`, not both.
 */
import { createHash, randomBytes } from 'node:crypto';
import { FramefarmError } from '@framefarm/contract';
import { askRedis, KEY_PREFIX, openCommands } from '@framefarm/farm';
import { Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { IDEMPOTENCY_SECONDS } from '../idempotency/idempotency-key.js';

/** An answer as it was first given. */
export interface KeptAnswer {
  readonly fingerprint: string;
  readonly answer: { readonly status: number; readonly headers: Record<string, string>; readonly body: string };
  /** ISO 8601. */
  readonly expiresAt: string;
}

@Injectable()
export class SharedState {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  static open(url: string): SharedState {
    return new SharedState(openCommands(url));
  }

  /** Settles when the connection stands. @throws FramefarmError QUEUE_UNAVAILABLE */
  async ready(): Promise<void> {
    await this.ask((redis) => redis.ping());
  }

  /** Tells each time that the connection stands again. */
  onReconnect(told: () => void): void {
    this.#redis.on('ready', told);
  }

  /** Makes a token (256 random bits) that stands for the output of a render; only its hash is stored. */
  async issueToken(renderId: string, ttlMs: number): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.ask((redis) => redis.set(tokenKey(token), renderId, 'PX', ttlMs));
    return token;
  }

  /** The render whose output a token stands for, or null when it is unknown or expired. */
  async renderOfToken(token: string): Promise<string | null> {
    return this.ask((redis) => redis.get(tokenKey(token)));
  }

  /** Counts a request of this minute; over all producers of the farm. */
  async countRequest(owner: string): Promise<{ readonly count: number; readonly secondsLeft: number }> {
    const key = `${KEY_PREFIX}:http:rate:${owner}`;
    return this.ask(async (redis) => {
      const answers = await redis.multi().set(key, 0, 'EX', 60, 'NX').incr(key).ttl(key).exec();
      const [count, ttl] = [Number(answers?.[1]?.[1] ?? 0), Number(answers?.[2]?.[1] ?? 60)];
      return { count, secondsLeft: Math.max(1, ttl) };
    });
  }

  /** The secret that signs cursors, the same for every producer. */
  async cursorSecret(): Promise<string> {
    const key = `${KEY_PREFIX}:http:cursor-secret`;
    return this.ask(async (redis) => {
      // A Redis without room can still be read.
      const known = await redis.get(key);
      if (known !== null) return known;
      await redis.set(key, randomBytes(32).toString('hex'), 'NX');
      return (await redis.get(key)) ?? '';
    });
  }

  /** Keeps an answer unless one is kept already; tells what is kept now. `scope` is owner, route and key. */
  async keepAnswer(scope: string, kept: KeptAnswer): Promise<KeptAnswer> {
    const key = answerKey(scope);
    return this.ask(async (redis) => {
      const isFirst = (await redis.set(key, JSON.stringify(kept), 'EX', IDEMPOTENCY_SECONDS, 'NX')) !== null;
      const known = isFirst ? null : await redis.get(key);
      return known === null ? kept : (JSON.parse(known) as KeptAnswer);
    });
  }

  async keptAnswer(scope: string): Promise<KeptAnswer | null> {
    const kept = await this.ask((redis) => redis.get(answerKey(scope)));
    return kept === null ? null : (JSON.parse(kept) as KeptAnswer);
  }

  async close(): Promise<void> {
    this.#redis.disconnect();
  }

  /** Runs commands; a short gap of Redis is waited for. @throws FramefarmError QUEUE_UNAVAILABLE */
  async ask<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
    try {
      return await askRedis(this.#redis, work);
    } catch (error) {
      if (error instanceof FramefarmError) throw error;
      throw unavailable((error as Error).message, error);
    }
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const tokenKey = (token: string): string => `${KEY_PREFIX}:http:token:${digest(token)}`;
const answerKey = (scope: string): string => `${KEY_PREFIX}:http:answer:${digest(scope)}`;

function unavailable(reason: string, cause?: unknown): FramefarmError {
  return new FramefarmError('QUEUE_UNAVAILABLE', `Redis does not answer: ${reason}`, { cause });
}
