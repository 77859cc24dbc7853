/** `it` for tests that disturb a farm: each gets one of its own, which ends with it. */
import { test } from 'vitest';
import { startTestFarm } from './workers.js';

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures are wanted; here none.
export const it = test.extend('farm', async ({}, { onCleanup }) => {
  const farm = await startTestFarm();
  onCleanup(() => farm.end());
  return farm;
});
