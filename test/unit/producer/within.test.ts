import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { within } from '../../../apps/producer/src/within.js';

const LONG_MS = 25_000;

describe('an end that may take so long', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each([
    ['done', async () => {}, 'fulfilled'],
    ['refused', () => Promise.reject(new Error('the application cannot be closed')), 'rejected'],
  ])('keeps nothing waiting once it is %s', async (_, work, status) => {
    expect(await Promise.allSettled([within(work(), LONG_MS)])).toMatchObject([{ status }]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not waited for any longer', async () => {
    const ending = within(new Promise(() => {}), LONG_MS);
    await vi.advanceTimersByTimeAsync(LONG_MS);
    await expect(ending).resolves.toBeUndefined();
  });
});
