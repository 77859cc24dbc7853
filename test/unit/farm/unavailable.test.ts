import { EventEmitter } from 'node:events';
import { FramefarmError } from '@framefarm/contract';
import type { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ask } from '../../../libs/farm/src/redis/connection.js';
import { hasMoved, isUnavailable } from '../../../libs/farm/src/redis/unavailable.js';

const WORDS = "READONLY You can't write against a read only replica.";
/** Redis 7 puts the place in the script behind the words, Redis 6 before them. */
const IN_SCRIPTS = [
  `${WORDS} script: 1f2a, on @user_script:12.`,
  `ERR Error running script (call to f_1f2a): @user_script:12: @user_script: 12: -${WORDS}`,
];

it('a replica is not to be used for now, also where a script has met it', () => {
  for (const message of [WORDS, ...IN_SCRIPTS]) {
    expect(isUnavailable(new Error(message)), message).toBe(true);
    expect(hasMoved(new Error(message)), message).toBe(true);
  }
});

it('a full Redis is not to be used for now, and stays where it is; a fault of ours is no outage', () => {
  const full =
    "ERR Error running script (call to f_1f2a): @user_script:9: @user_script: 9: -OOM command not allowed when used memory > 'maxmemory'.";
  expect([isUnavailable(new Error(full)), hasMoved(new Error(full))]).toEqual([true, false]);
  const fault =
    'ERR Error running script (call to f_1f2a): @user_script:3: user_script:3: attempt to index a nil value';
  expect(isUnavailable(new Error(fault))).toBe(false);
  expect(isUnavailable(new FramefarmError('VALIDATION_FAILED', WORDS))).toBe(false);
});

describe('a call (http-api 4.4)', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  /** As much of a connection as a call looks at. */
  const connection = (status: Redis['status']) => Object.assign(new EventEmitter(), { status }) as unknown as Redis;
  const told = (call: Promise<unknown>) => {
    const said: unknown[] = [];
    call.then(
      (answer) => said.push(answer),
      ({ code }: FramefarmError) => said.push(code),
    );
    return said;
  };

  it('that is not answered is refused after two seconds', async () => {
    const said = told(ask(connection('ready'), () => new Promise(() => {})));
    await vi.advanceTimersByTimeAsync(1_999);
    expect(said).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(said).toEqual(['QUEUE_UNAVAILABLE']);
  });

  it('waits for a connection that comes within two seconds', async () => {
    const redis = connection('reconnecting');
    const said = told(ask(redis, async () => 'answer'));
    await vi.advanceTimersByTimeAsync(1_999);
    expect(said).toEqual([]);
    redis.emit('ready');
    await vi.advanceTimersByTimeAsync(0);
    expect([said, vi.getTimerCount()]).toEqual([['answer'], 0]);
  });

  it('that was refused is not made by a connection that comes later', async () => {
    const redis = connection('connecting');
    const command = vi.fn(async () => 'answer');
    const said = told(ask(redis, command));
    await vi.advanceTimersByTimeAsync(2_000);
    redis.emit('ready');
    await vi.advanceTimersByTimeAsync(0);
    expect([said, command.mock.calls, redis.listenerCount('ready')]).toEqual([['QUEUE_UNAVAILABLE'], [], 0]);
  });

  it('over a connection that was closed is refused at once', async () => {
    const said = told(ask(connection('end'), async () => 'answer'));
    await vi.advanceTimersByTimeAsync(0);
    expect(said).toEqual(['QUEUE_UNAVAILABLE']);
  });
});
