import { FramefarmError } from '@framefarm/contract';
import { expect, it } from 'vitest';
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
