import { describe, expect, it } from 'vitest';
import { ReceiverTurns, TRIES_PER_RECEIVER } from '../../../apps/producer/src/webhooks/receiver-turns.js';

describe('turns of receivers', () => {
  it('are few for each, and one that has all of its own takes none of another', () => {
    const turns = new ReceiverTurns();
    for (let at = 0; at < TRIES_PER_RECEIVER; at += 1) expect(turns.take('slow', `job-${at}`)).toBe(true);
    expect(turns.take('slow', 'more')).toBe(false);
    expect(turns.take('quick', 'job')).toBe(true);
  });

  it('go to who has waited longest, and to nobody twice', () => {
    const turns = new ReceiverTurns();
    for (let at = 0; at < TRIES_PER_RECEIVER; at += 1) turns.take('slow', `job-${at}`);
    for (const id of ['first', 'second', 'first']) expect(turns.take('slow', id)).toBe(false);
    expect(turns.leave('slow')).toBe('first');
    expect(turns.take('slow', 'first')).toBe(true);
    expect(turns.leave('slow')).toBe('second');
    expect(turns.leave('slow')).toBeUndefined();
  });
});
