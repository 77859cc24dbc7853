/** The garbage of a page is collected now and then (issue 5, memory flat). */
import { expect, it } from 'vitest';
import type { CapturedFrame } from '../../../libs/browser/src/capture/capture-session.js';
import { tidyRuns } from '../../../libs/browser/src/stage/tidy-runs.js';

async function* frames(first: number, count: number): AsyncGenerator<CapturedFrame, void, undefined> {
  for (let frame = first; frame < first + count; frame += 1) yield { frame, image: new Uint8Array(), held: false };
}

it('garbage is collected between runs, once in 1,500 frames, and every frame comes through', async () => {
  const collectedAt: number[] = [];
  let next = 0;
  const run = tidyRuns(frames, async () => {
    collectedAt.push(next);
  });
  for (let chunk = 0; chunk < 25; chunk += 1) {
    for await (const { frame } of run(next, 150)) {
      expect(frame).toBe(next);
      next += 1;
    }
  }
  expect(next).toBe(3_750);
  expect(collectedAt).toEqual([1_500, 3_000]);
});

it('frames of a run that ends early count too', async () => {
  let collections = 0;
  const run = tidyRuns(frames, async () => {
    collections += 1;
  });
  for await (const { frame } of run(0, 9_000)) if (frame === 1_499) break;
  expect(collections).toBe(0);
  for await (const _ of run(1_500, 1));
  expect(collections).toBe(1);
});
