/** A worker that gives a step back: told to stop in the midst of it, or with an encoder that fails (farm-practice 4). */
import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { it } from '../support/farm/farm-test.js';
import { exists } from '../support/machine/files.js';
import { composition, makeProject } from '../support/projects/project.js';
import { useBundledFfmpeg } from '../support/renders/bundled-ffmpeg.js';
import { cutIntoChunksOf } from '../support/renders/chunk-length.js';
import { HOLD, unwrapped, wrappedFfmpeg } from '../support/renders/wrapped-ffmpeg.js';

useBundledFfmpeg();

cutIntoChunksOf(15);

const OPTIONS = { fps: 30, quality: 'draft' } as const;

it('a worker that is told to stop hands back what does not finish in time and exits with 0; one whose encoder fails leaves it to another one', async ({
  farm,
}) => {
  const holding = await wrappedFfmpeg('encode', HOLD);
  const told = await farm.worker('told', { FRAMEFARM_FFMPEG_PATH: holding.path, FRAMEFARM_DRAIN_SECONDS: '1' });
  const html = composition('<p>text</p>', { width: 320, height: 180 });
  const { id, epoch } = await farm.submit(await farm.upload(await makeProject({ 'index.html': html })), OPTIONS);
  await exists(join(holding.notes, 'held'), 'FFmpeg does not encode');
  const gate = ': > "$NOTES/held"; while [ ! -e "$NOTES/go" ]; do sleep 0.02; done; exit 1';
  const failing = await wrappedFfmpeg('encode', gate);
  await farm.worker('broken', { FRAMEFARM_FFMPEG_PATH: failing.path });
  told.kill('SIGTERM');
  expect(await told.ended).toEqual({ exitCode: 0, signal: null });
  expect(readdirSync(told.scratch)).toEqual([]);

  await exists(join(failing.notes, 'held'), 'the step is not taken by the other worker');
  const capture = async () => (await farm.farm.steps.list(id, epoch)).find(({ step }) => step.kind === 'capture');
  expect(await capture()).toMatchObject({ failures: { returned: 1 }, worker: 'broken' });
  await farm.worker('sound', await unwrapped());
  await writeFile(join(failing.notes, 'go'), '');
  expect(await farm.ended(id)).toMatchObject({ status: 'completed', error: null });
  expect(await capture()).toMatchObject({ failedOn: ['broken'], failures: { returned: 1, host: 1 }, worker: 'sound' });
  for (const { failures } of await farm.farm.steps.list(id, epoch)) expect(failures.lost).toBeUndefined();
  const chunks = await farm.farm.chunks.list(id);
  expect(chunks).toHaveLength(2);
  for (const chunk of chunks) expect(chunk.worker).toBe('sound');
});
