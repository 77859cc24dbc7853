import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openCancellation } from '../../../libs/render/src/run/cancellation.js';

describe('the time limit of a render', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('stands still while the render waits for its turn', () => {
    const { signal, pauseClock, release } = openCancellation(undefined, 1_000);
    vi.advanceTimersByTime(600);
    const resume = pauseClock();
    vi.advanceTimersByTime(60_000);
    expect(signal.aborted).toBe(false);
    resume();
    vi.advanceTimersByTime(399);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(2);
    expect(signal.reason).toMatchObject({ code: 'RENDER_TIMEOUT', message: expect.stringContaining('1 s') });
    release();
  });

  it('is not started again for a render that was cancelled meanwhile, and never where there is none', () => {
    const caller = new AbortController();
    const cancelled = openCancellation(caller.signal, 1_000);
    const resume = cancelled.pauseClock();
    caller.abort();
    resume();
    const unlimited = openCancellation(undefined, null);
    unlimited.pauseClock()();
    expect(vi.getTimerCount()).toBe(0);
    expect(unlimited.signal.aborted).toBe(false);
  });
});
