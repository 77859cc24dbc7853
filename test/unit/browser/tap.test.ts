/** Which picture of a tap a frame gets that is shown by itself, when the browser hands its pictures out late. */
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { BeginFrameCapture } from '../../../libs/browser/src/capture/begin-frame.js';
import { RING_SLOTS } from '../../../libs/browser/src/capture/surface-ring.js';
import { TapRefutedError, TapTaker } from '../../../libs/browser/src/capture/tap.js';
import { Liveness } from '../../../libs/browser/src/stage/liveness.js';
import type { PageHandle } from '../../../libs/browser/src/stage/page-handle.js';
import { rawImageBytes } from '../../../libs/contract/src/index.js';
import { scratchDirectory } from '../../support/projects/project.js';

const [WIDTH, HEIGHT] = [8, 2];
const BYTES = rawImageBytes('yuv420p', WIDTH, HEIGHT);

/** A tap whose pictures have one level each. `comes`: the levels that come after a nudge while the page shows a frame, nudge by nudge. */
async function tapOf(comes: (frame: number, nudge: number) => readonly number[]): Promise<TapTaker> {
  const profile = scratchDirectory();
  const directory = join(profile, 'Default', 'File System');
  await mkdir(directory, { recursive: true });
  const ring = await open(join(directory, 'ring'), 'w');
  let [frame, nudges, sequence] = [0, 0, 0];
  const call = async (method: string, ...args: readonly unknown[]): Promise<unknown> => {
    if (method === 'openTap') {
      const { marker } = args[0] as { marker: string };
      await ring.write(marker, BYTES * RING_SLOTS, 'latin1');
    }
    if (method === 'seek') [frame, nudges] = [args[0] as number, 0];
    if (method !== 'tapSettled') return null;
    nudges += 1;
    for (const level of comes(frame, nudges)) {
      await ring.write(Buffer.alloc(BYTES, level), 0, BYTES, (sequence % RING_SLOTS) * BYTES);
      sequence += 1;
    }
    return sequence;
  };
  const taker = await TapTaker.open({
    ...{ page: { call } as unknown as PageHandle, liveness: new Liveness(), frameMs: 5_000, label: 'a test' },
    ...{ capture: { draw: async () => true } as unknown as BeginFrameCapture, width: WIDTH, height: HEIGHT, profile },
  });
  onTestFinished(async () => {
    await taker.close();
    await ring.close();
  });
  return taker;
}

it('a frame whose picture comes after one of the frame before is not taken for that one', async () => {
  const late = await tapOf((frame, nudge) => (frame === 1 && nudge === 1 ? [10] : [20]));
  const [level] = await late.take(1);
  expect(level).toBe(20);
});

it('a page of which no two pictures are the same refutes the tap', async () => {
  let level = 0;
  const restless = await tapOf(() => {
    level += 1;
    return [level];
  });
  await expect(restless.take(1)).rejects.toThrow(TapRefutedError);
});
