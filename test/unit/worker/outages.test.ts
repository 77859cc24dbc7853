import { FramefarmError } from '@framefarm/contract';
import { LEASE_MS } from '@framefarm/farm';
import { describe, expect, it } from 'vitest';
import { Outage } from '../../../apps/worker/src/coordinator/outage.js';
import { throughOutage } from '../../../apps/worker/src/steps/through-outage.js';

const away = () => new FramefarmError('QUEUE_UNAVAILABLE', 'Redis did not answer');

/** Fails with `errors`, one after the other, then answers. */
function failing(errors: readonly Error[]): { readonly calls: () => number; call(): Promise<string> } {
  let calls = 0;
  return {
    calls: () => calls,
    call: async () => {
      const error = errors[calls];
      calls += 1;
      if (error !== undefined) throw error;
      return 'answer';
    },
  };
}

describe('a call through an outage', () => {
  it('is repeated until Redis answers', async () => {
    const { call, calls } = failing([away(), away()]);
    expect(await throughOutage(call, 60_000)).toBe('answer');
    expect(calls()).toBe(3);
  });

  it('is not repeated for another fault', async () => {
    const { call, calls } = failing([new FramefarmError('STORE_UNAVAILABLE', 'no')]);
    await expect(throughOutage(call, 60_000)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(calls()).toBe(1);
  });

  it('ends with its time, and with its signal', async () => {
    await expect(throughOutage(failing([away(), away()]).call, -1)).rejects.toMatchObject({
      code: 'QUEUE_UNAVAILABLE',
    });
    const reason = new Error('stop');
    await expect(throughOutage(failing([away()]).call, 60_000, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});

describe('an outage', () => {
  it('is recent for one lease after Redis was last away, whatever else fails', () => {
    const outage = new Outage();
    outage.note(new FramefarmError('STORE_UNAVAILABLE', 'no'), 0);
    expect(outage.isRecent(0)).toBe(false);
    outage.note(away(), 1_000);
    outage.note(away(), 2_000);
    expect(outage.isRecent(2_000 + LEASE_MS - 1)).toBe(true);
    expect(outage.isRecent(2_000 + LEASE_MS)).toBe(false);
  });
});
