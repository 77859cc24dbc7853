import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { Wake } from '../../../apps/worker/src/coordinator/wake.js';

const LONG_MS = 60_000;

describe('waiting for news of a render', () => {
  it('ends with a call, also one that came before, and with an abort', async () => {
    const wake = new Wake();
    const controller = new AbortController();
    wake.call();
    await wake.wait(LONG_MS, controller.signal);
    const called = wake.wait(LONG_MS, controller.signal);
    wake.call();
    await called;
    const aborted = wake.wait(LONG_MS, controller.signal);
    controller.abort();
    await aborted;
    await wake.wait(LONG_MS, controller.signal);
  });

  it('leaves nothing at a signal that it waits under again and again', async () => {
    const wake = new Wake();
    const { signal } = new AbortController();
    for (let count = 0; count < 20; count += 1) {
      const waiting = wake.wait(LONG_MS, signal);
      wake.call();
      await waiting;
    }
    await wake.wait(1, signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});
