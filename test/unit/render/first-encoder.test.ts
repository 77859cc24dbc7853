/** The encoder of the first chunk is started before its lane is ready, given out once, and ended where nobody takes it. */
import { join } from 'node:path';
import type { RenderPlan } from '@framefarm/contract';
import { findFfmpeg } from '@framefarm/media';
import { ownedGroups } from '@framefarm/process';
import { expect, it } from 'vitest';
import { type FirstEncoder, openFirstEncoder } from '../../../libs/render/src/lanes/first-encoder.js';
import { until } from '../../support/machine/processes.js';
import { scratchDirectory } from '../../support/projects/project.js';
import { encodingPlan } from '../../support/renders/encoding-plan.js';

const chunk = (index: number) => ({ index, firstFrame: index * 10, frames: 10, leadIn: 0 });

/** An encoder of the first of two chunks, in an empty directory. */
async function opened(): Promise<FirstEncoder> {
  const plan = { encoding: encodingPlan(), capture: { image: 'yuv420p' }, chunks: [chunk(0), chunk(1)] };
  const framesDir = join(scratchDirectory(), 'segments');
  const signal = new AbortController().signal;
  const work = { plan: plan as unknown as RenderPlan, ffmpeg: await findFfmpeg(), framesDir, signal };
  return openFirstEncoder(work);
}

const runs = (): boolean => ownedGroups().length > 0;

it('starts by itself, is given out once and for its own chunk only', async () => {
  const first = await opened();
  await until(runs, () => 'no encoder runs');
  expect(first.take(chunk(1))).toBeNull();
  const encoder = first.take(chunk(0));
  expect(encoder).not.toBeNull();
  expect(first.take(chunk(0))).toBeNull();
  await first.close();
  expect(runs()).toBe(true);
  await encoder?.abort();
  expect(runs()).toBe(false);
});

it('ends where nobody takes it', async () => {
  const first = await opened();
  await until(runs, () => 'no encoder runs');
  await first.close();
  expect(runs()).toBe(false);
});

it('is not started any more when its chunk has gone on without it', async () => {
  const first = await opened();
  // It is asked for before the directory of its segment is there.
  const taken = first.take(chunk(0));
  await first.close();
  expect(taken).toBeNull();
  expect(runs()).toBe(false);
});
